import type { Picture } from '#app/features/scanner/engine/picture.ts';
import { encodeTicketCode } from '#shared/rules/ticket-code.ts';
import {
	emptyView,
	qrModules,
	randomFrom,
	symbolPicture,
	viewOf,
	worsened,
} from '#tests/support/scan-pictures.ts';

/** One picture and what should be read in it; null for a picture without a code. */
export interface Sample {
	group: string;
	picture: Picture;
	text: string | null;
	isQr: boolean;
}

/** Symbols of the other formats: what is drawn, and the text that counts as right whatever the library's habit. */
const OTHERS = [
	['EAN13', '4006381333931'],
	['EAN8', '96385074'],
	['UPCA', '036000291452'],
	['Code128', 'FOYER-128'],
	['Code39', 'FOYER-39'],
	['ITF', '12345678'],
	['DataMatrix', 'data matrix 1'],
	['Aztec', 'aztec 1'],
	['PDF417', 'pdf 417 text'],
] as const;

/**
 * The pictures of a run, the same for the same seed: tickets in good and in low light, white on dark, a signed token of
 * 37 modules, other formats, and pictures without any code.
 */
export async function corpus(count: number, seed = 5): Promise<Sample[]> {
	const random = randomFrom(seed);
	const between = (low: number, high: number) => low + random() * (high - low);
	const ticket = () => encodeTicketCode(Uint8Array.from({ length: 16 }, () => Math.floor(random() * 256)));
	const samples: Sample[] = [];
	const addQr = (group: string, text: string, options: Partial<Parameters<typeof viewOf>[1]>, ecc?: 'M') => {
		const tilt = { x: between(-15, 15), y: between(-15, 15) };
		const view = { width: 640, height: 480, symbolPx: 150, turn: between(-30, 30), tilt, random, ...options };
		samples.push({ group, text, isQr: true, picture: viewOf(qrModules(text, ecc ?? 'Q'), view) });
	};
	for (let i = 0; i < count; i++) {
		for (const symbolPx of [60, 100, 180]) {
			addQr(`ticket ${symbolPx} px`, ticket(), { symbolPx, blur: 0.7, noise: 2 });
		}
		for (const symbolPx of [120, 180]) {
			const dark = between(20, 60);
			const light = dark + between(0.3, 0.5) * 255;
			addQr(`low light ${symbolPx} px`, ticket(), { symbolPx, dark, light, blur: 1, noise: 14 });
		}
		addQr('white on dark', ticket(), { dark: 235, light: 25, blur: 0.7, noise: 2 });
		addQr(
			'token, 37 modules, 100 px',
			`T${ticket()}`.padEnd(116, 'X7'),
			{ symbolPx: 100, blur: 0.5, noise: 2 },
			'M',
		);
		for (const [format, text] of OTHERS) {
			const clean = await symbolPicture(format, text, { scale: 2, barHeight: 60 });
			const dark = between(10, 60);
			const light = between(180, 250);
			const picture = worsened(clean, {
				dark,
				light,
				blur: between(0.4, 0.9),
				noise: between(4, 12),
				random,
			});
			samples.push({ group: 'other formats', text, isQr: false, picture });
		}
		const picture = emptyView(640, 480, Math.floor(random() * 1e9));
		samples.push({ group: 'no code', text: null, isQr: true, picture });
	}
	return samples;
}
