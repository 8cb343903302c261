import { parentPort, workerData } from 'node:worker_threads'
import { drawSheet } from './draw-sheet.ts'

// A thread that draws one contact sheet: of 200 logos that takes seconds, in which the process has others to answer.

parentPort?.postMessage(await drawSheet(workerData))
