import { Monitor, Moon, Sun } from 'lucide-react'
import { setTheme, type Theme, themes, useTheme } from '../../lib/browser/theme.ts'
import styles from './ThemeSwitch.module.css'

const looks = {
  light: { label: 'Light', Icon: Sun },
  dark: { label: 'Dark', Icon: Moon },
  system: { label: 'System', Icon: Monitor },
} satisfies Record<Theme, unknown>

/** The choice between light, dark and the system's theme. */
export function ThemeSwitch() {
  const theme = useTheme()
  return (
    <fieldset className={styles.switch}>
      <legend className="visually-hidden">Theme</legend>
      {themes.map(choice => {
        const { label, Icon } = looks[choice]
        return (
          <button
            key={choice}
            type="button"
            className={styles.choice}
            aria-pressed={choice === theme}
            aria-label={label}
            title={label}
            onClick={() => setTheme(choice)}
          >
            <Icon size={16} aria-hidden />
          </button>
        )
      })}
    </fieldset>
  )
}
