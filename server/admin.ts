import { runCommand } from './shell/commands.ts'

// `npm run admin`: what an administrator does at the shell.

process.exitCode = await runCommand(process.argv.slice(2))
