import { prepareZXingModule } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { decodeLook, type FoundSymbol } from './decode.ts';
import type { Look } from './looks.ts';
import type { DecodeRequest, WorkerMessage } from './messages.ts';
import { NativeLook } from './native-look.ts';
import { meanLuminance, type Picture } from './picture.ts';

/** The worker's global scope, as far as it is used here: the page's types are loaded, not the worker's. */
interface WorkerScope {
	postMessage(message: WorkerMessage): void;
	onmessage: ((event: MessageEvent<DecodeRequest>) => void) | null;
}

const scope = self as unknown as WorkerScope;
const send = (message: WorkerMessage) => scope.postMessage(message);

let canvas: OffscreenCanvas | null = null;
let native: NativeLook | null = null;

async function load(): Promise<void> {
	// The engine would fetch its code from a public network otherwise.
	await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
	native = await NativeLook.find(scope);
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

async function decode({ id, image, looks, formats }: DecodeRequest): Promise<void> {
	const began = performance.now();
	try {
		const picture = pixelsOf(image);
		let symbols: FoundSymbol[] = [];
		let hit: Look | null = null;
		for (const look of looks) {
			symbols = await lookAt(look, image, picture, formats);
			if (symbols.length === 0) continue;
			hit = look;
			break;
		}
		const tookMs = performance.now() - began;
		send({ kind: 'decoded', id, symbols, look: hit, luminance: meanLuminance(picture), tookMs });
	} catch (error) {
		send({ kind: 'fault', id, message: String(error) });
	} finally {
		if ('close' in image) image.close();
	}
}

async function lookAt(
	look: Look,
	image: ImageBitmap | Picture,
	picture: Picture,
	formats: DecodeRequest['formats'],
): Promise<FoundSymbol[]> {
	if (look !== 'native') return decodeLook(picture, look, formats);
	return native && 'close' in image ? native.decode(image, formats) : [];
}

scope.onmessage = ({ data }) => void decode(data);
load().catch((error) => send({ kind: 'fault', id: null, message: String(error) }));
