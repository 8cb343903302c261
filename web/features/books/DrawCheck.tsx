import { useState } from 'react'
import type { Draw } from '../../../shared/api/books.ts'
import { webDigest } from '../../../shared/judging/digest.ts'
import { type Verdict, verifyDraw } from '../../../shared/judging/verify.ts'
import { revokeLater } from '../../lib/browser/object-url.ts'
import { Button } from '../../ui/controls/Button.tsx'
import styles from './DrawCheck.module.css'

const verdicts = {
  agrees: 'It agrees. This browser came to the same draw as the one that was published.',
  differs: 'It does not agree. At least one part of what was published does not follow from the rest.',
  unpublished: 'There’s nothing to repeat yet.',
}
const states = { agrees: 'Agrees', differs: 'Differs', unpublished: 'Not yet' }

/** Repeats a draw in the reader's browser, from the published data alone. */
export function DrawCheck({ draw }: { draw: Draw }) {
  const [verdict, setVerdict] = useState<Verdict | 'failed' | 'running'>()
  const isWhole = !!draw.secret
  const repeat = async () => {
    setVerdict('running')
    try {
      setVerdict(await verifyDraw(webDigest, draw))
    } catch {
      setVerdict('failed')
    }
  }
  return (
    <div className={styles.check}>
      <div className={styles.buttons}>
        <Button
          kind="primary"
          aria-disabled={!isWhole || verdict === 'running' || undefined}
          onClick={() => isWhole && verdict !== 'running' && void repeat()}
        >
          {verdict === 'running' ? 'Checking the draw…' : 'Check the draw'}
        </Button>
        <Button onClick={() => download(draw)}>Download draw.json</Button>
      </div>
      <div role="status" className={styles.result}>
        {verdict === 'failed' && (
          <p className={styles.verdict}>
            This browser couldn’t repeat the draw: it needs a secure connection (https) and Web Cryptography.
          </p>
        )}
        {typeof verdict === 'object' && (
          <>
            <p className={styles.verdict} data-outcome={verdict.outcome}>
              {verdicts[verdict.outcome]}
            </p>
            <ul className={styles.findings}>
              {verdict.findings.map(({ state, text }) => (
                <li key={text} data-state={state}>
                  <span className={styles.state}>{states[state]}</span>
                  <span>{text}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {!isWhole && (
        <p className={styles.wait}>
          The draw can be repeated once the result is ratified: then the secret is published, with every
          assignment. What’s published before that fixes it beforehand.
        </p>
      )}
    </div>
  )
}

function download(draw: Draw) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(draw, null, 1)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'draw.json'
  link.click()
  // By then the browser has begun to read it.
  revokeLater(url)
}
