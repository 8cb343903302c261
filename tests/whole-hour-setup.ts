import { beforeAll, beforeEach } from 'vitest'
import { untilHourLasts } from './whole-hour.ts'

beforeAll(untilHourLasts)
beforeEach(untilHourLasts)
