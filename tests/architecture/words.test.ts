import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { sourceFiles } from './imports.ts';

/**
 * Names that were replaced by the terms of docs/glossary.md. Each had several meanings or none outside of this project; new code must
 * not bring them back.
 */
const oldNames =
	/\b(?:\w*(?:SaleDesk|DoorDesk|MailDesk|SideBySide|AskTogether|EvenAnswers|LookRotation|FactHub|FactPump|MailPump)|openDesk|takeIn|enterScan|enterUndo|tellIn|tellerFor|Teller|Sentence|announceAll|pumps|actWords|jobWords|mailWords|inWords|beginAdminAct|FactList|onKept|frontDoor|comeAlive|catchUp|giveWay|answerEvenly|throwEverybodyOut|createTurns|sideBySide|askTogether|lookAround|decodeLook|isSpent|isTied|warmRoutes|lateDialog)\b|\bsay`/;
const oldFileNames =
	/(?:^|-)(?:desk|take-in|pump|tell|kept|looks?|hub|acts?|words|alive|late|later|warm|together|turns|side-by-side|front-door|under-way)(?:-|\.)/;
/** Words in these are about words. */
const exceptions = new Set(['search-words.ts', 'words.test.ts', 'under-way.ts']);

const root = join(import.meta.dirname, '../..');
const files = sourceFiles(root);

test('no file has a name that was replaced', () => {
	expect(files.length).toBeGreaterThan(1_000);
	const found = files.filter((file) => !exceptions.has(basename(file)) && oldFileNames.test(basename(file)));
	expect(found).toEqual([]);
});

test('no identifier is one that was replaced', () => {
	const found = files
		.filter((file) => !exceptions.has(basename(file)))
		.flatMap((file) =>
			readFileSync(join(root, file), 'utf8')
				.split('\n')
				.flatMap((line, index) => {
					const name = oldNames.exec(line)?.[0];
					return name ? [`${file}:${index + 1} ${name}`] : [];
				}),
		);
	expect(found).toEqual([]);
});
