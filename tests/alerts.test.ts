import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

// Each rule of deploy/monitoring/alerts.yml with figures at which it must fire, and with some at which it must not.

const promtool = '/usr/bin/promtool'
const canRun = spawnSync(promtool, ['--version']).status === 0
const rulesPath = join(import.meta.dirname, '../deploy/monitoring/alerts.yml')

/** Samples of a series in promtool's notation: `1x9` is ten times 1, `0+5x9` rises by 5 with each. One a minute, or an hour where `at` is in hours. */
type Series = Record<string, string>
type Case = { when: string; series: Series; at: string }
type Cases = {
  fires: Case
  /** Labels of the alert besides its severity. */
  labels?: Record<string, string>
  rests: Case
}

const requests = (status: number, route = '/api/logos') =>
  `colophon_request_seconds_count{method="GET", route="${route}", status="${status}"}`
const reads = (le: string) =>
  `colophon_request_seconds_bucket{method="GET", route="/api/logos", status="200", le="${le}"}`
const down = 'up{job="colophon", instance="127.0.0.1:3001"}'
const lag = 'nodejs_eventloop_lag_p99_seconds{instance="127.0.0.1:3001"}'
const shed = 'colophon_shed_total{queue="calls"}'
const lastBackup = 'colophon_last_backup_timestamp_seconds'
const period = 'colophon_backup_period_seconds'

const alerts: Record<string, Cases> = {
  ProcessDown: {
    fires: { when: 'a process is gone', series: { [down]: '0x5' }, at: '2m' },
    labels: { job: 'colophon', instance: '127.0.0.1:3001' },
    rests: { when: 'a process was restarted', series: { [down]: '1 1 0 1 1' }, at: '4m' },
  },
  DatabaseDown: {
    fires: {
      when: 'one of two processes has no database',
      series: two('colophon_database_up', '1x5', '0x5'),
      at: '2m',
    },
    rests: { when: 'both have it', series: two('colophon_database_up', '1x5', '1x5'), at: '2m' },
  },
  ServerErrors: {
    fires: {
      when: 'one answer in a hundred is 500',
      series: { [requests(200)]: '0+990x20', [requests(500)]: '0+10x20' },
      at: '15m',
    },
    rests: {
      when: 'one in two thousand is 500, and many are 503',
      series: { [requests(200)]: '0+1999x20', [requests(500)]: '0+1x20', [requests(503)]: '0+500x20' },
      at: '15m',
    },
  },
  LoadShed: {
    fires: { when: 'one request in a second is refused', series: { [shed]: '0+60x20' }, at: '15m' },
    labels: { queue: 'calls' },
    rests: { when: 'three in a minute are', series: { [shed]: '0+3x20' }, at: '15m' },
  },
  SomethingAway: {
    fires: {
      when: 'answers are 503 and no queue is full',
      series: { [requests(503)]: '0+60x20', [shed]: '0x20' },
      at: '15m',
    },
    rests: {
      when: 'each 503 is of a full queue, or of a check of health',
      series: { [requests(503)]: '0+60x20', [requests(503, '/readyz')]: '0+60x20', [shed]: '0+60x20' },
      at: '15m',
    },
  },
  SlowAnswers: {
    fires: {
      when: 'one read in ten takes up to a second',
      series: { [reads('0.5')]: '0+90x30', [reads('1')]: '0+100x30', [reads('+Inf')]: '0+100x30' },
      at: '25m',
    },
    rests: {
      when: 'one in a hundred does',
      series: { [reads('0.5')]: '0+99x30', [reads('1')]: '0+100x30', [reads('+Inf')]: '0+100x30' },
      at: '25m',
    },
  },
  EventLoopBlocked: {
    fires: { when: 'it lags by 300 ms', series: { [lag]: '0.3x15' }, at: '12m' },
    labels: { instance: '127.0.0.1:3001' },
    rests: { when: 'it did for five minutes', series: { [lag]: '0.3x5 0.1x10' }, at: '12m' },
  },
  MailsWait: {
    fires: {
      when: 'the oldest mail grows older',
      series: { colophon_mail_delay_seconds: '0+60x20' },
      at: '17m',
    },
    rests: {
      when: 'each mail is sent within minutes',
      series: { colophon_mail_delay_seconds: '0 240 0 300 0 120x14' },
      at: '17m',
    },
  },
  MailsDie: {
    fires: {
      when: 'twenty mails died in an hour',
      series: two('colophon_mails_dead', '3x30 3+1x20 23x30', '3x30 3+1x20 23x30'),
      at: '75m',
    },
    rests: {
      when: 'three did, and there are many of days before',
      series: { colophon_mails_dead: '200x30 203x50' },
      at: '75m',
    },
  },
  PaymentMessagesWait: {
    fires: { when: 'there is one all the time', series: { colophon_webhooks_waiting: '1x70' }, at: '65m' },
    rests: {
      when: 'none was there for a minute',
      series: { colophon_webhooks_waiting: '1x30 0 1x40' },
      at: '65m',
    },
  },
  LedgerNeedsDecision: {
    fires: {
      when: 'a case is open for a day',
      series: { colophon_attention_open: '1x26' },
      at: '25h',
    },
    rests: {
      when: 'one is decided, and another one comes up',
      series: { colophon_attention_open: '1x20 0 1x6' },
      at: '25h',
    },
  },
  ReportsWait: {
    fires: {
      when: 'there are 51 for a day',
      series: { colophon_reports_open: '51x26' },
      at: '25h',
    },
    rests: { when: 'there are fifty', series: { colophon_reports_open: '50x26' }, at: '25h' },
  },
  PicturesWait: {
    fires: {
      when: 'there are 2,000 for an hour',
      series: { colophon_pictures_waiting: '2000x70' },
      at: '65m',
    },
    rests: {
      when: 'they are made in half an hour',
      series: { colophon_pictures_waiting: '2000x30 0x40' },
      at: '65m',
    },
  },
  BackupOld: {
    fires: {
      when: 'a daily one is older than a day and a half',
      series: { [lastBackup]: '60x40', [period]: '86400x40' },
      at: '38h',
    },
    rests: {
      when: 'a weekly one is ten days old',
      series: { [lastBackup]: '60x245', [period]: `${7 * 86_400}x245` },
      at: '240h',
    },
  },
  BackupMissing: {
    fires: { when: 'there is none for a day', series: { [lastBackup]: '0x26' }, at: '25h' },
    rests: { when: 'the first one took an hour', series: { [lastBackup]: '0 60x26' }, at: '25h' },
  },
  BackupFailed: {
    fires: {
      when: 'two attempts failed',
      series: { colophon_backup_failure_timestamp_seconds: '60x60 3660x70' },
      at: '125m',
    },
    rests: {
      when: 'the second one succeeded',
      series: { colophon_backup_failure_timestamp_seconds: '60x60 0x70' },
      at: '125m',
    },
  },
  WalNotArchived: {
    fires: { when: 'it fails', series: { colophon_wal_archiving_failed: '1x10' }, at: '7m' },
    rests: { when: 'it failed once', series: { colophon_wal_archiving_failed: '1 1 0x10' }, at: '7m' },
  },
  BackupPicturesMissing: {
    fires: {
      when: 'the last backup lacks one',
      series: { colophon_last_backup_missing_pictures: '1x15' },
      at: '12m',
    },
    rests: { when: 'it has all', series: { colophon_last_backup_missing_pictures: '0x15' }, at: '12m' },
  },
}

/** The same metric of two processes. */
function two(name: string, first: string, second: string): Series {
  return { [`${name}{instance="127.0.0.1:3001"}`]: first, [`${name}{instance="127.0.0.1:3002"}`]: second }
}

type Rule = { alert: string; labels: { severity: string }; annotations: { summary: string } }

test('each rule of the alerts has a case in which it fires, and one in which it does not', async () => {
  expect(Object.keys(alerts)).toEqual((await readRules()).map(rule => rule.alert))
})

test.skipIf(!canRun)(
  'each alert fires when it must, with its sentence, and only then (left out where promtool is not installed)',
  async () => {
    const rules = await readRules()
    const tests = rules.flatMap(rule => {
      const { fires, rests, labels = {} } = alerts[rule.alert]!
      const fired = {
        exp_labels: { ...labels, ...rule.labels },
        exp_annotations: {
          summary: rule.annotations.summary.replace(
            /{{ \$labels\.(\w+) }}/g,
            (_, name) => labels[name] ?? '',
          ),
        },
      }
      return [toTest(rule.alert, fires, [fired]), toTest(rule.alert, rests, [])]
    })
    const folder = await mkdtemp(join(tmpdir(), 'colophon-alerts-'))
    try {
      const paths = await Promise.all(
        ['1m', '1h'].map(async interval => {
          const path = join(folder, `${interval}.json`)
          const ofInterval = tests.filter(each => each.interval === interval)
          expect(ofInterval.length).toBeGreaterThan(5)
          // JSON is YAML, too.
          const file = { rule_files: [rulesPath], evaluation_interval: interval, tests: ofInterval }
          await writeFile(path, JSON.stringify(file))
          return path
        }),
      )
      const { status, stdout, stderr } = spawnSync(promtool, ['test', 'rules', ...paths], {
        encoding: 'utf8',
      })
      expect([status, stdout, stderr]).toEqual([0, expect.stringContaining('SUCCESS'), ''])
    } finally {
      await rm(folder, { recursive: true })
    }
  },
)

async function readRules(): Promise<Rule[]> {
  return parse(await readFile(rulesPath, 'utf8')).groups.flatMap((group: { rules: Rule[] }) => group.rules)
}

const toTest = (alertname: string, { when, series, at }: Case, exp_alerts: object[]) => ({
  name: `${alertname}, when ${when}`,
  interval: at.endsWith('h') ? '1h' : '1m',
  input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
  alert_rule_test: [{ eval_time: at, alertname, exp_alerts }],
})
