import { setSavedWords, setWordDefaults } from '../server/lib/site-words.ts'
import { defaultWords } from '../shared/site-defaults.ts'

// Before each test file: the site's words as in a new process. Files share their worker's modules, so the words that one of
// them saved would be the site's name in the next.
setWordDefaults({ support_email: defaultWords.support_email, seller: defaultWords.seller })
setSavedWords({}, { wordmark: 0, ribbon: 0 })
