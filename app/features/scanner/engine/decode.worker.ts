import { prepareZXingModule } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { type FoundSymbol, runDecodePass } from './decode.ts';
import type { DecodePass } from './decode-passes.ts';
import type { DecodeRequest, WorkerMessage } from './messages.ts';
import { NativePass } from './native-pass.ts';
import { meanLuminance, type Picture } from './picture.ts';

/** The worker's global scope, as far as it is used here: the page's types are loaded, not the worker's. */
interface WorkerScope {
	postMessage(message: WorkerMessage): void;
	onmessage: ((event: MessageEvent<DecodeRequest>) => void) | null;
}

const scope = self as unknown as WorkerScope;
const send = (message: WorkerMessage) => scope.postMessage(message);

let canvas: OffscreenCanvas | null = null;
let native: NativePass | null = null;

async function load(): Promise<void> {
	// The engine would fetch its code from a public network otherwise.
	await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
	native = await NativePass.find(scope);
	send({ kind: 'ready', takesBitmaps: canReadBitmaps(), nativeFormats: native?.formats ?? [] });
}

function canReadBitmaps(): boolean {
	return typeof OffscreenCanvas !== 'undefined' && new OffscreenCanvas(1, 1).getContext('2d') !== null;
}

function pixelsOf(image: ImageBitmap | Picture): Picture {
	if ('data' in image) return image;
	canvas ??= new OffscreenCanvas(image.width, image.height);
	if (canvas.width !== image.width) canvas.width = image.width;
	if (canvas.height !== image.height) canvas.height = image.height;
	const context = canvas.getContext('2d', { willReadFrequently: true })!;
	// Transparent parts of a file are paper.
	context.fillStyle = 'white';
	context.fillRect(0, 0, image.width, image.height);
	context.drawImage(image, 0, 0);
	return context.getImageData(0, 0, image.width, image.height) as Picture;
}

async function decode({ id, image, passes, formats }: DecodeRequest): Promise<void> {
	const began = performance.now();
	try {
		const picture = pixelsOf(image);
		let symbols: FoundSymbol[] = [];
		let hit: DecodePass | null = null;
		for (const pass of passes) {
			symbols = await runPass(pass, image, picture, formats);
			if (symbols.length === 0) continue;
			hit = pass;
			break;
		}
		const tookMs = performance.now() - began;
		send({ kind: 'decoded', id, symbols, pass: hit, luminance: meanLuminance(picture), tookMs });
	} catch (error) {
		send({ kind: 'fault', id, message: String(error) });
	} finally {
		if ('close' in image) image.close();
	}
}

async function runPass(
	pass: DecodePass,
	image: ImageBitmap | Picture,
	picture: Picture,
	formats: DecodeRequest['formats'],
): Promise<FoundSymbol[]> {
	if (pass !== 'native') return runDecodePass(picture, pass, formats);
	return native && 'close' in image ? native.decode(image, formats) : [];
}

scope.onmessage = ({ data }) => void decode(data);
load().catch((error) => send({ kind: 'fault', id: null, message: String(error) }));
