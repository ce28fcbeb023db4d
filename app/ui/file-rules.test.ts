import { expect, test } from 'vitest';
import { matchesAccept, sortFiles } from './file-rules.ts';

const file = (name: string, type: string, bytes = 1) => new File([new Uint8Array(bytes)], name, { type });

test.each([
	['photo.PNG', 'image/png', 'image/*', true],
	['photo.png', 'image/png', 'image/jpeg, image/png', true],
	['guests.CSV', '', '.csv,.xlsx', true],
	['guests.csv.exe', 'application/x-msdownload', '.csv', false],
	['a.svg', 'image/svg+xml', 'image/png', false],
	['anything', '', '', true],
])('%s (%s) against %s', (name, type, accept, fits) => {
	expect(matchesAccept({ name, type }, accept)).toBe(fits);
});

test('refuses by type, then size, then count, and says which', () => {
	const files = [
		file('a.txt', 'text/plain'),
		file('big.png', 'image/png', 11),
		file('1.png', 'image/png', 10),
		file('2.png', 'image/png'),
		file('3.png', 'image/png'),
	];
	const { accepted, refused } = sortFiles(files, { accept: 'image/*', maxBytes: 10, maxFiles: 3 }, 1);
	expect(accepted.map(({ name }) => name)).toEqual(['1.png', '2.png']);
	expect(refused.map(({ file, fault }) => [file.name, fault])).toEqual([
		['a.txt', 'type'],
		['big.png', 'size'],
		['3.png', 'count'],
	]);
});
