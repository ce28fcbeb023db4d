import type { ScanFormat } from '#app/features/scanner/scan-formats.ts';
import type { FoundSymbol } from './decode.ts';
import type { DecodePass } from './decode-passes.ts';
import type { Picture } from './picture.ts';

/** What the page asks of the decoding worker: look at this, in these ways, until one reads something. */
export interface DecodeRequest {
	id: number;
	/** A bitmap is handed over and closed by the worker; pixels where the worker has no canvas. */
	image: ImageBitmap | Picture;
	passes: readonly DecodePass[];
	formats: readonly ScanFormat[];
}

export interface DecodeReply {
	kind: 'decoded';
	id: number;
	symbols: FoundSymbol[];
	/** The look that read them, or null. */
	pass: DecodePass | null;
	/** Mean brightness of the picture, 0 to 255. */
	luminance: number;
	tookMs: number;
}

/** Sent once, when the engine is loaded. */
export interface WorkerReady {
	kind: 'ready';
	/** Whether bitmaps can be taken apart here. */
	takesBitmaps: boolean;
	nativeFormats: ScanFormat[];
}

/** The engine could not be loaded, or failed on a picture. */
export interface WorkerFault {
	kind: 'fault';
	/** The request that failed; null for the engine itself. */
	id: number | null;
	message: string;
}

export type WorkerMessage = WorkerReady | DecodeReply | WorkerFault;
