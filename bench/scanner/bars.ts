import { runDecodePass } from '#app/features/scanner/engine/decode.ts';
import type { Picture } from '#app/features/scanner/engine/picture.ts';
import { encodeTicketCode } from '#shared/rules/ticket-code.ts';
import { qrModules, randomFrom, viewOf } from '#tests/support/scan-pictures.ts';
import { addTable } from './report.ts';

/** The bars for live reading that can be judged without a browser; the others are journeys of e2e/. */
interface Bar {
	name: string;
	atLeast: number;
	measured: number;
}

const LIVE = ['plain', 'blur', 'histogram', 'denoise'] as const;
const TOKEN = 'FOYER-SIGNED-TOKEN'.padEnd(116, 'X7');

async function reads(picture: Picture, text: string): Promise<boolean> {
	for (const look of LIVE) {
		const found = await runDecodePass(picture, look, ['QR_CODE']);
		if (found.some((symbol) => symbol.text === text)) return true;
	}
	return false;
}

async function share(
	count: number,
	draw: (n: number) => { picture: Picture; text: string },
): Promise<number> {
	let hits = 0;
	for (let n = 0; n < count; n++) {
		const { picture, text } = draw(n);
		if (await reads(picture, text)) hits++;
	}
	return hits / count;
}

/** @returns whether every bar is reached */
export async function printBars(): Promise<boolean> {
	const random = randomFrom(11);
	const tilted = () => ({ x: (random() - 0.5) * 20, y: (random() - 0.5) * 20 });
	const frame = { width: 1280, height: 720, random };
	const token = qrModules(TOKEN, 'M');
	const code = (n: number) => encodeTicketCode(new Uint8Array(16).fill(n + 1));
	const bars: Bar[] = [
		{
			name: '37 modules, 80 px wide, in 720 lines',
			atLeast: 1,
			measured: await share(10, () => ({
				text: TOKEN,
				picture: viewOf(token, { ...frame, symbolPx: 80, noise: 1 }),
			})),
		},
		{
			name: '25 modules, 120 px, in low light',
			atLeast: 0.9,
			measured: await share(40, (n) => ({
				text: code(n),
				picture: viewOf(qrModules(code(n)), {
					width: 640,
					height: 480,
					symbolPx: 120,
					tilt: tilted(),
					dark: 45,
					light: 45 + 0.4 * 255,
					blur: 1,
					noise: 14,
					random,
				}),
			})),
		},
	];
	addTable(
		'The bars of live reading that need no browser',
		Object.fromEntries(
			bars.map(({ name, atLeast, measured }) => [
				name,
				{
					read: `${Math.round(measured * 100)} %`,
					bar: `${atLeast * 100} %`,
					reached: measured >= atLeast ? 'yes' : 'no',
				},
			]),
		),
	);
	return bars.every(({ measured, atLeast }) => measured >= atLeast);
}
