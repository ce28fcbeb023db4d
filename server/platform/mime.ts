import { buildHeaderValue } from 'nodemailer/lib/mime-funcs';
import MimeNode from 'nodemailer/lib/mime-node';
import { encode, wrap } from 'nodemailer/lib/qp';

export interface MailAttachment {
	filename: string;
	contentType: string;
	content: Uint8Array | string;
	/** For a picture that the HTML shows as `cid:…`. */
	contentId?: string;
}

/** A message before it is written. Names, addresses and subjects are plain text; the headers are encoded here. */
export interface MimeMail {
	from: { name: string; address: string };
	to: { name: string; address: string };
	replyTo?: { name: string; address: string } | undefined;
	subject: string;
	text: string;
	html: string;
	/** Without angle brackets. */
	messageId: string;
	headers: Record<string, string>;
	/** Where bounces go; absent: to `from`. */
	envelopeFrom?: string | undefined;
	attachments: readonly MailAttachment[];
}

const lineLength = 76;

/** A message as it goes over the wire, and whom its envelope names: nobody, where the address is none. */
export interface WrittenMime {
	raw: Buffer;
	envelope: { from: string | false; to: string[] };
}

/**
 * Writes a message (RFC 5322, 2045): plain text and HTML as alternatives, pictures beside the HTML, files after both. The library
 * encodes the headers; its own writer of bodies is a tree of streams that takes ten times as long.
 */
export function writeMime(mail: MimeMail): WrittenMime {
	const inline = mail.attachments.filter(({ contentId }) => contentId !== undefined);
	const files = mail.attachments.filter(({ contentId }) => contentId === undefined);
	const html = textPart('text/html', mail.html);
	const page = inline.length > 0 ? parts('related', [html, ...inline.map(filePart)]) : html;
	const both = parts('alternative', [textPart('text/plain', mail.text), page]);
	const body = parts('mixed', [both, ...files.map(filePart)]);
	const [contentType = '', content = ''] = split(body);
	const root = new MimeNode(contentType);
	root.setHeader([
		{ key: 'From', value: mail.from },
		{ key: 'To', value: mail.to },
		...(mail.replyTo ? [{ key: 'Reply-To', value: mail.replyTo }] : []),
		{ key: 'Subject', value: mail.subject },
		{ key: 'Message-ID', value: `<${mail.messageId}>` },
		...Object.entries(mail.headers).map(([key, value]) => ({ key, value: headerValue(key, value) })),
	]);
	root.setEnvelope({ from: mail.envelopeFrom ?? mail.from.address, to: [mail.to.address] });
	return {
		raw: Buffer.from(`${root.buildHeaders()}\r\n\r\n${content}`, 'latin1'),
		envelope: root.getEnvelope(),
	};
}

/** Printable ASCII without a line break, short enough for one line (RFC 5322, 2.1.1). */
const plainValue = /^[\x20-\x7e]{1,900}$/;

/**
 * Headers of lists are never folded: some mail servers leave out, or sign otherwise, an address that begins on the second line, and one-click
 * unsubscribing (RFC 8058) needs it signed.
 */
function headerValue(
	key: string,
	value: string,
): string | { prepared: true; foldLines: false; value: string } {
	return key.startsWith('List-') && plainValue.test(value)
		? { prepared: true, foldLines: false, value }
		: value;
}

/** The value of Content-Type, and what follows the empty line. */
function split(part: string): [string, string] {
	const end = part.indexOf('\r\n\r\n');
	return [part.slice('Content-Type: '.length, end), part.slice(end + 4)];
}

/** No text in quoted-printable or base64 holds `=_`, so the boundary is in none of the parts. */
function parts(kind: 'related' | 'alternative' | 'mixed', bodies: readonly string[]): string {
	const boundary = `----=_${kind}`;
	const all = bodies.map((body) => `--${boundary}\r\n${body}\r\n`).join('');
	return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${all}--${boundary}--\r\n`;
}

function textPart(contentType: string, text: string): string {
	const content = wrap(encode(text.replaceAll(/\r\n|\r|\n/g, '\r\n')), lineLength);
	return `Content-Type: ${contentType}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${content}`;
}

function filePart({ filename, contentType, content, contentId }: MailAttachment): string {
	const base64 = Buffer.from(content as Uint8Array).toString('base64');
	const lines = base64.match(/.{1,76}/g) ?? [];
	const disposition = contentId === undefined ? 'attachment' : 'inline';
	return [
		`Content-Type: ${buildHeaderValue({ value: contentType, params: { name: filename } })}`,
		'Content-Transfer-Encoding: base64',
		...(contentId === undefined ? [] : [`Content-Id: <${contentId}>`]),
		`Content-Disposition: ${buildHeaderValue({ value: disposition, params: { filename } })}`,
		'',
		...lines,
	].join('\r\n');
}
