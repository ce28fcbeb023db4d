import { Resolver } from 'node:dns/promises';
import { type IncomingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress, type Networks, within } from './public-addresses.ts';

/**
 * The only place that calls addresses that users typed. A name is resolved once, every address that it has must be public, and the
 * connection is made to the very address that was checked: a second answer of the name server has no say.
 */
export interface OutboundRequest {
	url: string;
	headers: Record<string, string>;
	body: string;
	signal?: AbortSignal | undefined;
}

/** A call whose answer is read. */
export interface OutboundCall {
	url: string;
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	headers: Record<string, string>;
	/** Not with GET. */
	body?: string | undefined;
	/** Most bytes of the answer that are read; 64 kB when not given. */
	readBytes?: number;
	signal?: AbortSignal | undefined;
}

/** Why a call failed; `redirect` and `status` are answers. */
export const outboundErrors = [
	'address',
	'private',
	'dns',
	'tls',
	'timeout',
	'reset',
	'redirect',
	'status',
	'aborted',
] as const;
export type OutboundError = (typeof outboundErrors)[number];

/** The outcome of a call; never its response. */
export interface OutboundResult {
	status: number | null;
	error: OutboundError | null;
	/** The address that was connected to. */
	address: string | null;
	durationMs: number;
	/** Bytes of the answer that were read. */
	bytes: number;
	/** Seconds that the receiver asks to wait for. */
	retryAfterSeconds: number | null;
}

export interface OutboundAnswer extends OutboundResult {
	/** Null where no answer came, or one longer than what may be read. */
	body: Buffer | null;
	/** Of the answer; names in lower case. */
	headers: IncomingHttpHeaders;
}

export type Resolve = (name: string) => Promise<string[]>;

export interface OutboundOptions {
	/** Networks beside the public ones, of the operator's own receivers; plain http is allowed to them alone. */
	privateNetworks?: Networks | undefined;
	resolve?: Resolve;
	connectMs?: number;
	totalMs?: number;
}

const maxBytes = 64 * 1024;
const longestWaitSeconds = 24 * 3_600;

/** Asks the name servers, for two seconds each at the most; names of this machine are what they are everywhere. */
export const resolveName: Resolve = async (name) => {
	if (/(?:^|\.)localhost\.?$/.test(name)) return ['127.0.0.1', '::1'];
	const resolver = new Resolver({ timeout: 1_500, tries: 2 });
	const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
	return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
};

/** The parts of an address that may be called, or why it may not; names are not resolved yet. */
export function readTarget(
	text: string,
	privateNetworks?: Networks,
): { url: URL; host: string; isLiteral: boolean } | { error: 'address' | 'private' } {
	if (!URL.canParse(text) || text.length > 2_000) return { error: 'address' };
	const url = new URL(text);
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && privateNetworks))
		return { error: 'address' };
	if (url.username || url.password || url.hash) return { error: 'address' };
	const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
	if (port < 1024 && port !== 443 && !(port === 80 && privateNetworks)) return { error: 'address' };
	// The parser has written every spelling of an IPv4 address (hexadecimal, octal, one number) as four decimal ones.
	const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
	const isLiteral = isIP(host) !== 0;
	if (isLiteral && !isAllowed(host, privateNetworks)) return { error: 'private' };
	if (!isLiteral && !privateNetworks && /(?:^|\.)(?:localhost|local|internal)$/i.test(host))
		return { error: 'private' };
	if (!isLiteral && !host.includes('.') && !privateNetworks) return { error: 'private' };
	return { url, host, isLiteral };
}

const isAllowed = (address: string, networks?: Networks) =>
	isPublicAddress(address) || (networks !== undefined && within(networks, address));

/** Sends one POST, and drops what is answered. Never throws: what goes wrong is the result. */
export async function sendOutbound(
	request: OutboundRequest,
	options: OutboundOptions = {},
): Promise<OutboundResult> {
	const {
		body: _,
		headers: __,
		...result
	} = await call({ ...request, method: 'POST', keepBytes: 0 }, options);
	return result;
}

/** Makes one call and gives the answer back, up to `readBytes` of it. Never throws: what goes wrong is the result. */
export function callOutbound(request: OutboundCall, options: OutboundOptions = {}): Promise<OutboundAnswer> {
	const { readBytes = maxBytes, ...rest } = request;
	return call({ ...rest, keepBytes: readBytes }, options);
}

/** One call; of the answer, `keepBytes` are read at the most, and none with 0. */
type Call = Omit<OutboundCall, 'readBytes'> & { keepBytes: number };

async function call(request: Call, options: OutboundOptions): Promise<OutboundAnswer> {
	const startMs = performance.now();
	const end = (result: Partial<OutboundAnswer>): OutboundAnswer => ({
		status: null,
		error: null,
		address: null,
		bytes: 0,
		retryAfterSeconds: null,
		body: null,
		headers: {},
		...result,
		durationMs: Math.round(performance.now() - startMs),
	});
	const { privateNetworks, resolve = resolveName, connectMs = 3_000, totalMs = 15_000 } = options;
	const target = readTarget(request.url, privateNetworks);
	if ('error' in target) return end({ error: target.error });
	const { url, host, isLiteral } = target;
	const addresses = isLiteral ? [host] : await soon(resolve(host), connectMs).catch(() => []);
	const [address] = addresses;
	if (address === undefined) return end({ error: 'dns' });
	// One that is not public is enough: which of them is connected to is nobody's choice.
	if (!addresses.every((one) => isAllowed(one, privateNetworks))) return end({ error: 'private' });
	if (url.protocol === 'http:' && !(privateNetworks && within(privateNetworks, address)))
		return end({ error: 'address' });
	try {
		return end({ ...(await send(url, { ...request, host, address, connectMs, totalMs })), address });
	} catch {
		// A header that is none, such as a key with a line break in it: nothing was sent.
		return end({ error: 'address' });
	}
}

type Sent = Omit<OutboundAnswer, 'address' | 'durationMs'>;

/** One connection, to an address that was checked. */
function send(
	url: URL,
	call: Call & { host: string; address: string; connectMs: number; totalMs: number },
): Promise<Sent> {
	const isTls = url.protocol === 'https:';
	const settled = Promise.withResolvers<Sent>();
	const nothing = { status: null, bytes: 0, retryAfterSeconds: null, body: null, headers: {} };
	const request = (isTls ? requestHttps : requestHttp)({
		method: call.method,
		host: call.address,
		port: url.port || (isTls ? 443 : 80),
		path: `${url.pathname}${url.search}`,
		headers: {
			...call.headers,
			host: url.host,
			...(call.body !== undefined && { 'content-length': String(Buffer.byteLength(call.body)) }),
			connection: 'close',
		},
		// Its own connection: nothing of one organisation goes over a connection of another.
		agent: false,
		...(isTls && isIP(call.host) === 0 && { servername: call.host }),
	});
	const fail = (error: OutboundError, more: Partial<Sent> = {}) => {
		settled.resolve({ ...nothing, ...more, error });
		request.destroy();
	};
	const connecting = setTimeout(() => fail('timeout'), call.connectMs);
	const whole = setTimeout(() => fail('timeout'), call.totalMs);
	const onAbort = () => fail('aborted');
	call.signal?.addEventListener('abort', onAbort, { once: true });
	if (call.signal?.aborted) onAbort();
	request.once('socket', (socket) => {
		socket.once(isTls ? 'secureConnect' : 'connect', () => {
			clearTimeout(connecting);
			if (!isSameAddress(socket.remoteAddress, call.address)) fail('private');
		});
	});
	request.once('error', (error: NodeJS.ErrnoException) => fail(classOf(error)));
	request.once('response', (response) => {
		const status = response.statusCode ?? 0;
		const retryAfterSeconds = retryAfter(response.headers['retry-after']);
		const { headers } = response;
		const chunks: Buffer[] = [];
		let bytes = 0;
		const done = () => {
			const error =
				status >= 200 && status < 300 ? null : status >= 300 && status < 400 ? 'redirect' : 'status';
			const body = call.keepBytes > 0 && bytes <= call.keepBytes ? Buffer.concat(chunks) : null;
			settled.resolve({ status, error, bytes, retryAfterSeconds, body, headers });
			request.destroy();
		};
		response.on('data', (chunk: Buffer) => {
			bytes += chunk.length;
			if (bytes <= call.keepBytes) chunks.push(chunk);
			// More than is read, or than anybody needs to say that it came.
			if (call.keepBytes > 0 ? bytes > call.keepBytes : bytes >= maxBytes) done();
		});
		response.once('end', done);
		response.once('error', () => fail('reset', { status, bytes }));
		response.once('aborted', () => fail('reset', { status, bytes }));
	});
	request.end(call.body);
	return settled.promise.finally(() => {
		clearTimeout(connecting);
		clearTimeout(whole);
		call.signal?.removeEventListener('abort', onAbort);
	});
}

function isSameAddress(remote: string | undefined, address: string): boolean {
	if (remote === undefined) return false;
	if (remote === address) return true;
	// One IPv6 address has several spellings; the parser knows one.
	const plain = (text: string) => (isIP(text) === 6 ? new URL(`http://[${text}]`).hostname : text);
	return plain(remote) === plain(address);
}

function classOf({ code = '', message }: NodeJS.ErrnoException): OutboundError {
	if (/^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)|EPROTO/.test(code)) return 'tls';
	if (/certificate|SSL|TLS/.test(message)) return 'tls';
	return code === 'ETIMEDOUT' ? 'timeout' : 'reset';
}

/** Seconds of a Retry-After, which is a number or a date; at most a day. */
function retryAfter(header: string | undefined): number | null {
	if (!header) return null;
	const seconds = /^\d{1,9}$/.test(header)
		? Number(header)
		: Math.ceil((Date.parse(header) - Date.now()) / 1_000);
	return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, longestWaitSeconds) : null;
}

/** The promise, or an error when it takes too long. */
async function soon<T>(promise: Promise<T>, ms: number): Promise<T> {
	const late = Promise.withResolvers<never>();
	const timer = setTimeout(() => late.reject(new Error('It took too long.')), ms);
	try {
		return await Promise.race([promise, late.promise]);
	} finally {
		clearTimeout(timer);
	}
}
