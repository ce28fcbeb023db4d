import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes the pseudo-locale: every text of the source with its letters accented ("Ĺōĝ ōũţ"), so that a text which bypasses
 * the message layer is seen as plain. Build or start the app afterwards and open any page with ?lang=en-XA.
 * `--remove` takes it away again. Both files it writes are ignored by git.
 */
const root = join(import.meta.dirname, '..');
const locales = join(root, 'app', 'locales');
if (process.argv.includes('--remove')) {
	for (const name of ['en.po', 'en-XA.po']) rmSync(join(locales, name), { force: true });
} else {
	const lingui = join(root, 'node_modules', '@lingui', 'cli', 'dist', 'lingui.js');
	execFileSync(process.execPath, [lingui, 'extract', '--clean', '--workers', '1'], {
		cwd: root,
		stdio: 'pipe',
	});
	// The accents are put on when it is compiled: the file itself only says that the language is there.
	writeFileSync(join(locales, 'en-XA.po'), 'msgid ""\nmsgstr ""\n"Language: en-XA\\n"\n');
}
