import type { Upload } from '#shared/contracts/endpoint.ts';
import { AppError, fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import type { UploadedFile } from './handler.ts';

/** Greatest body of a call or a form; contracts that honestly need more say so (`maxBodyBytes`), uploads have limits of their own. */
export const maxBodyBytes = 100_000;
/** Fields of a form; the longest of ours asks for the names of an order's tickets. */
const maxFields = 1_000;
const maxDepth = 40;
const tooLarge = (maxBytes: number) =>
	new AppError('VALIDATION_FAILED', {
		status: 413,
		message: `The request is larger than ${Math.round(maxBytes / 1000)} kB.`,
	});

/** The client went away while it sent; nobody reads the answer, and it is no fault of ours. */
function endedEarly(cause: unknown): never {
	throw new AppError('VALIDATION_FAILED', {
		message: 'The request ended before its body was complete.',
		cause,
	});
}

/** Reads a body up to a limit, counting the bytes that really come. */
async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
	if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
	if (!request.body) return new Uint8Array();
	const chunks: Uint8Array[] = [];
	let size = 0;
	const reader = (request.body as ReadableStream<Uint8Array>).getReader();
	for (;;) {
		const { done, value } = await reader.read().catch(endedEarly);
		if (done) break;
		size += value.byteLength;
		if (size > maxBytes) {
			await reader.cancel().catch(() => {});
			throw tooLarge(maxBytes);
		}
		chunks.push(value);
	}
	return Buffer.concat(chunks);
}

function isTooDeep(value: unknown, depth = 0): boolean {
	if (typeof value !== 'object' || value === null) return false;
	if (depth >= maxDepth) return true;
	for (const key in value) if (isTooDeep((value as Record<string, unknown>)[key], depth + 1)) return true;
	return false;
}

/** Whether a text has so many opening brackets that what it says could be too deep; cheaper than walking through each body. */
function mayBeTooDeep(source: string): boolean {
	let opened = 0;
	for (const bracket of '{[') {
		for (let at = source.indexOf(bracket); at !== -1; at = source.indexOf(bracket, at + 1)) {
			opened += 1;
			if (opened > maxDepth) return true;
		}
	}
	return false;
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a body as text, up to a limit (413). */
export async function readText(request: Request, maxBytes: number): Promise<string> {
	return decode(await readBytes(request, maxBytes));
}

function decode(bytes: Uint8Array): string {
	try {
		return strictUtf8.decode(bytes);
	} catch {
		throw new AppError('VALIDATION_INVALID_FORMAT', { message: 'The body is not valid UTF-8.' });
	}
}

/**
 * Reads a JSON body. Refuses what is not JSON (400), not called JSON (415), too large (413), nested too deep, or carries keys
 * that could reach a prototype.
 * @returns undefined when there is no body at all.
 */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
	const declared = Number(request.headers.get('content-length') ?? Number.NaN);
	let source: string;
	if (declared <= maxBytes) {
		// The usual way: the length is known (the HTTP parser holds the client to it), so the body is taken in one piece.
		if (declared === 0) return undefined;
		source = await request.text().catch(endedEarly);
	} else {
		const bytes = await readBytes(request, maxBytes);
		if (bytes.byteLength === 0) return undefined;
		source = decode(bytes);
	}
	const type = request.headers.get('content-type') ?? '';
	if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) {
		throw new AppError('VALIDATION_INVALID_FORMAT', {
			status: 415,
			message: 'Send the body as application/json.',
		});
	}
	let value: unknown;
	try {
		value = JSON.parse(source);
	} catch {
		throw new AppError('VALIDATION_INVALID_FORMAT', { message: 'The body is not valid JSON.' });
	}
	if (source.includes('__proto__') || source.includes('constructor') || source.includes('\\u')) {
		if (hasPrototypeKey(value)) {
			throw new AppError('VALIDATION_FAILED', { message: 'The body has a key that is not allowed.' });
		}
	}
	if (mayBeTooDeep(source) && isTooDeep(value)) {
		throw new AppError('VALIDATION_FAILED', {
			message: `The body is nested deeper than ${maxDepth} levels.`,
		});
	}
	return value;
}

function hasPrototypeKey(value: unknown, depth = 0): boolean {
	if (typeof value !== 'object' || value === null || depth > maxDepth) return false;
	for (const key of Object.keys(value)) {
		if (key === '__proto__' || key === 'constructor' || key === 'prototype') return true;
		if (hasPrototypeKey((value as Record<string, unknown>)[key], depth + 1)) return true;
	}
	return false;
}

/**
 * Whether a form was sent by a page of another site. Schemes are not compared: a proxy that ends TLS speaks plainly to us.
 */
function isFromElsewhere({ headers, url }: Request): boolean {
	const origin = headers.get('origin');
	if (origin === null) return false;
	// A page without referrer names no origin; the browser says all the same whether it is one of ours.
	if (origin === 'null') return headers.get('sec-fetch-site') !== 'same-origin';
	return !URL.canParse(origin) || new URL(origin).host !== new URL(url).host;
}

/**
 * A page's form, counted before the page sees it: refuses what another site sent (403), is too large or has too many fields
 * (413), is no form (415) or cannot be read as one (400).
 * @returns the request with the bytes that were read
 */
export async function readForm(request: Request): Promise<Request> {
	if (isFromElsewhere(request)) throw new AppError('NETWORK_CORS_ERROR');
	const body = (await readBytes(request, maxBodyBytes)) as Uint8Array<ArrayBuffer>;
	const { method, signal } = request;
	const headers = new Headers(request.headers);
	// Judged here; the renderer compares schemes too, and would refuse each form that came through such a proxy.
	headers.delete('origin');
	if (
		!/^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(headers.get('content-type') ?? '')
	) {
		throw new AppError('VALIDATION_INVALID_FORMAT', { status: 415, message: 'Send a form.' });
	}
	const read = new Request(request.url, { method, headers, signal, body });
	const form = await read
		.clone()
		.formData()
		.catch(() => {
			throw new AppError('VALIDATION_INVALID_FORMAT', { message: 'The form cannot be read.' });
		});
	if ([...form.keys()].length > maxFields) {
		throw new AppError('VALIDATION_FAILED', {
			status: 413,
			message: `The form has more than ${maxFields} fields.`,
		});
	}
	return read;
}

/** Reads the one file of a multipart upload; its bytes stay in memory, so the limits are small. */
export async function readUpload(request: Request, upload: Upload): Promise<UploadedFile> {
	const type = request.headers.get('content-type') ?? '';
	if (!/^multipart\/form-data\b/i.test(type)) {
		throw new AppError('VALIDATION_INVALID_FORMAT', {
			status: 415,
			message: `Send the file as multipart/form-data in the part "${upload.field}".`,
		});
	}
	const bytes = await readBytes(request, upload.maxBytes + 10_000);
	let form: FormData;
	try {
		form = await new Response(bytes as Uint8Array<ArrayBuffer>, {
			headers: { 'Content-Type': type },
		}).formData();
	} catch {
		throw new AppError('VALIDATION_INVALID_FORMAT', {
			message: 'The upload is not valid multipart/form-data.',
		});
	}
	const part = form.get(upload.field);
	if (!(part instanceof File)) {
		throw fieldError(upload.field, message`This field is required.`, 'VALIDATION_REQUIRED_FIELD');
	}
	if (part.size > upload.maxBytes) throw tooLarge(upload.maxBytes);
	return { name: part.name.slice(0, 255), type: part.type, bytes: new Uint8Array(await part.arrayBuffer()) };
}
