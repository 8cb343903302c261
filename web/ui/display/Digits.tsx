import styles from './Digits.module.css'

/** A number for a column: its digits are equally wide, its point and commas as narrow as in text. */
export const Digits = ({ children }: { children: string }) => (
  <>
    {children.split(/(\d+)/).map((part, i) =>
      i % 2 ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place alone
        <span key={i} className={styles.digits}>
          {part}
        </span>
      ) : (
        part
      ),
    )}
  </>
)
