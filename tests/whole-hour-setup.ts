import { beforeEach } from 'vitest'
import { untilHourLasts } from './whole-hour.ts'

beforeEach(untilHourLasts)
