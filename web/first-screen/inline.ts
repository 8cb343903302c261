import { applyStyles } from './apply-styles.ts'
import { keepPresses } from './keep-presses.ts'
import { loadCode } from './load-code.ts'

// The inline script at the end of the page, built apart from everything else: it runs before the page's code. The build
// names the two files of that code in its data attributes.

applyStyles()
const { libraries, own } = document.currentScript!.dataset
loadCode(libraries!, own!)
keepPresses(document.getElementById('root')!)
