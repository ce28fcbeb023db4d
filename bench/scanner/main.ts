import jsQR from 'jsqr';
import { runDecodePass } from '#app/features/scanner/engine/decode.ts';
import { type DecodePass, FILE_PASSES } from '#app/features/scanner/engine/decode-passes.ts';
import type { Picture } from '#app/features/scanner/engine/picture.ts';
import { SCAN_FORMATS, type ScanFormat } from '#app/features/scanner/scan-formats.ts';
import { emptyView, loadEngine, qrModules, randomFrom, viewOf } from '#tests/support/scan-pictures.ts';
import { printBars } from './bars.ts';
import { corpus, type Sample } from './corpus.ts';
import { printGuests } from './guests.ts';
import { readWithHtml5Qrcode, timeHtml5Qrcode } from './html5-qrcode.ts';
import { measureMemory } from './memory.ts';
import { addLine, addTable, type Rows, writeReport } from './report.ts';

/**
 * How much the scanner reads, misreads and costs, beside jsQR and html5-qrcode on the same pictures in the same run.
 * `npm run bench:scanner [-- pictures of each kind] [--without-browser] [--guests]`; `--guests` alone measures the guest list, `memory` alone
 * ten minutes of scanning (`memory 2`: two) and writes bench/scanner-memory.md.
 * Ends with 1 when a bar is not reached. A whole run (no fewer pictures, with the browser) writes bench/scanner-results.md.
 */

type Read = string | null;
const COUNT = 12;
const count = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? COUNT);
const memoryMinutes = Number(process.argv[process.argv.indexOf('memory') + 1] ?? 10);
const withBrowser = !process.argv.includes('--without-browser');

async function readOurs(picture: Picture, formats: readonly ScanFormat[]): Promise<Read> {
	for (const look of FILE_PASSES) {
		const [symbol] = await runDecodePass(picture, look as Exclude<DecodePass, 'native'>, formats);
		if (symbol) return symbol.text;
	}
	return null;
}

function readJsQr({ data, width, height }: Picture): Read {
	return jsQR(data, width, height, { inversionAttempts: 'attemptBoth' })?.data || null;
}

/** Right, wrong and missed readings by group. */
function tally(
	samples: Sample[],
	reads: (Read | undefined)[],
): Map<string, { right: number; wrong: number; of: number }> {
	const groups = new Map<string, { right: number; wrong: number; of: number }>();
	samples.forEach(({ group, text }, i) => {
		const read = reads[i];
		if (read === undefined) return;
		const row = groups.get(group) ?? { right: 0, wrong: 0, of: 0 };
		row.of++;
		if (read === text) row.right++;
		else if (read !== null) row.wrong++;
		groups.set(group, row);
	});
	return groups;
}

function printRates(samples: Sample[], readers: Record<string, (Read | undefined)[]>): void {
	const tallies = Object.entries(readers).map(([name, reads]) => [name, tally(samples, reads)] as const);
	const rows: Rows = {};
	for (const group of new Set(samples.map((sample) => sample.group))) {
		rows[group] = {};
		for (const [name, groups] of tallies) {
			const row = groups.get(group);
			rows[group][name] = row ? `${row.right}/${row.of}${row.wrong ? ` (${row.wrong} wrong)` : ''}` : '-';
		}
	}
	addTable('Read rightly, by kind of picture', rows);
	const [, ours] = tallies[0]!;
	const misreads = (all: typeof ours) => [...all.values()].reduce((sum, { wrong }) => sum + wrong, 0);
	for (const [name, theirs] of tallies.slice(1)) {
		const groups = [...theirs.keys()].filter((group) => group !== 'no code');
		const right = (all: typeof ours) => groups.reduce((sum, group) => sum + (all.get(group)?.right ?? 0), 0);
		addLine(
			`Read rate, ours / ${name}: ${right(ours)} / ${right(theirs)} = ${(right(ours) / right(theirs)).toFixed(2)}; misreads ${misreads(ours)} / ${misreads(theirs)}`,
		);
		if (right(ours) < right(theirs) || misreads(ours) > misreads(theirs)) process.exitCode = 1;
	}
}

async function timed(picture: Picture, look: (picture: Picture) => unknown, rounds = 25): Promise<string> {
	const times: number[] = [];
	for (let i = 0; i < rounds; i++) {
		const began = performance.now();
		await look(picture);
		times.push(performance.now() - began);
	}
	times.sort((a, b) => a - b);
	return `${times[Math.floor(rounds / 2)]!.toFixed(1)} / ${times[Math.floor(rounds * 0.95)]!.toFixed(1)}`;
}

/** What a live frame costs: raw, and raw with the dearest second look; median / p95 in milliseconds. */
async function printCosts(): Promise<void> {
	const rows: Rows = {};
	for (const [width, height] of [
		[640, 480],
		[1280, 720],
	] as const) {
		const modules = qrModules('0024H36H2NCSVRH6DAQF6DVVQZ');
		const withCode = viewOf(modules, { width, height, symbolPx: 200, noise: 4, random: randomFrom(1) });
		for (const [name, picture] of [
			['without', emptyView(width, height, 3, 6)],
			['with', withCode],
		] as const) {
			rows[`${width}x${height} ${name} code`] = {
				'ours, QR, raw': await timed(picture, (p) => runDecodePass(p, 'plain', ['QR_CODE'])),
				'ours, QR, raw + blur': await timed(picture, async (p) => {
					const found = await runDecodePass(p, 'plain', ['QR_CODE']);
					if (found.length === 0) await runDecodePass(p, 'blur', ['QR_CODE']);
				}),
				'ours, all formats': await timed(picture, (p) => runDecodePass(p, 'plain', SCAN_FORMATS)),
				jsQR: await timed(picture, readJsQr),
				...(withBrowser && { 'html5-qrcode, a file of it': await timeHtml5Qrcode(picture, 25) }),
			};
		}
	}
	addTable('A live frame, median / p95 in ms', rows);
}

async function printMemory(frames: number): Promise<void> {
	const picture = emptyView(1280, 720, 9, 6);
	const looks = ['plain', 'blur', 'histogram', 'denoise'] as const;
	const rss = () => Math.round(process.memoryUsage().rss / 1e6);
	for (let i = 0; i < 50; i++) await runDecodePass(picture, looks[i % 4]!, ['QR_CODE']);
	const before = rss();
	for (let i = 0; i < frames; i++) await runDecodePass(picture, looks[i % 4]!, ['QR_CODE']);
	addLine(`Memory over ${frames} frames of 720 lines: ${before} MB before, ${rss()} MB after.`);
}

if (process.argv.includes('memory')) process.exit((await measureMemory(memoryMinutes)) ? 0 : 1);
if (process.argv.includes('--guests')) {
	await printGuests();
	process.exit();
}
await loadEngine();
const samples = await corpus(count);
console.log(`${samples.length} pictures`);
const ours: Read[] = [];
for (const { picture, isQr } of samples)
	ours.push(await readOurs(picture, isQr ? ['QR_CODE'] : SCAN_FORMATS));
const readers: Record<string, (Read | undefined)[]> = {
	ours,
	jsQR: samples.map(({ picture, isQr }) => (isQr ? readJsQr(picture) : undefined)),
};
if (withBrowser) readers['html5-qrcode'] = await readWithHtml5Qrcode(samples.map(({ picture }) => picture));
printRates(samples, readers);
if (!(await printBars())) process.exitCode = 1;
await printCosts();
await printMemory(1_500);
await printGuests();
if (withBrowser && count >= COUNT) await writeReport(samples.length);
