import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { statusCodeOf } from './classify.ts';

/** The report of one bounce message about one recipient. */
export interface ReadReport {
	kind: 'delivered' | 'deferred' | 'bounced' | 'complained';
	/** Enhanced status code, or ''. */
	code: string;
	text: string;
	/** Addresses that the report names as the recipient: what became of it after forwarding, and as it was written. */
	recipients: string[];
}

/** A message of the mailbox, read. */
export interface BounceMessage {
	/** Texts in which the address may stand that the report was sent to or is about, the most telling first. */
	texts: string[];
	/** Empty: no report, such as an automatic reply. */
	reports: ReadReport[];
}

const limits = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024 };
/** Of a part, and of a body, that is looked at. */
const longestPart = 64 * 1024;
const mostRecipients = 10;

const complaints = new Set(['abuse', 'fraud', 'opt-out', 'opt-out-list']);
const actions: Record<string, ReadReport['kind']> = {
	failed: 'bounced',
	delayed: 'deferred',
	delivered: 'delivered',
};

/**
 * Reads a delivery status report (RFC 3464), a complaint (RFC 5965) or a bounce of qmail; anything else has no reports.
 * @param source the message, which may be cut off
 * @throws when it is no message at all, or nested or headed beyond measure
 */
export async function readBounce(source: Uint8Array): Promise<BounceMessage> {
	const email = await PostalMime.parse(source, { ...limits, forceRfc822Attachments: true });
	const part = (type: RegExp) => textOf(email.attachments.find(({ mimeType }) => type.test(mimeType)));
	const status = part(/^message\/(?:global-)?delivery-status$/);
	const feedback = part(/^message\/feedback-report$/);
	const returned = part(
		/^(?:message\/(?:rfc822|global)|text\/rfc822-headers|message\/(?:global|rfc822)-headers)$/,
	);
	return {
		texts: [...email.headers.map(({ value }) => value.slice(0, longestPart)), feedback, status, returned],
		reports: feedback ? complaintsOf(feedback) : status ? statusesOf(status) : qmailOf(email),
	};
}

function textOf(part: Attachment | undefined): string {
	if (!part) return '';
	const { content } = part;
	if (typeof content === 'string') return content.slice(0, longestPart);
	const bytes = content instanceof Uint8Array ? content : new Uint8Array(content);
	return new TextDecoder().decode(bytes.subarray(0, longestPart));
}

/** Groups of fields, as in headers: names in small letters, folded lines joined, the first of a name alone. */
function groupsOf(text: string): Map<string, string>[] {
	const groups: Map<string, string>[] = [];
	let group: Map<string, string> | undefined;
	let name = '';
	for (const line of text.split(/\r\n|\r|\n/)) {
		if (line.trim() === '') {
			group = undefined;
			continue;
		}
		const isFolded = line.startsWith(' ') || line.startsWith('\t');
		if (isFolded) {
			if (name !== '') group?.set(name, `${group.get(name)} ${line.trim()}`);
			continue;
		}
		const colon = line.indexOf(':');
		if (colon <= 0) continue;
		if (!group) {
			group = new Map();
			groups.push(group);
		}
		const field = line.slice(0, colon).trim().toLowerCase();
		// Of a field that stands twice, what follows is left out with its folded lines.
		name = group.has(field) ? '' : field;
		if (name !== '') group.set(name, line.slice(colon + 1).trim());
	}
	return groups;
}

/** `rfc822; ada@example.org` → `ada@example.org` */
const afterType = (value: string | undefined) =>
	value === undefined ? '' : value.slice(value.indexOf(';') + 1).trim();

/** One report for each recipient: the group before them is about the message as a whole. */
function statusesOf(text: string): ReadReport[] {
	return groupsOf(text)
		.filter((group) => group.has('action'))
		.slice(0, mostRecipients)
		.flatMap((group) => {
			// `failed (bad destination)`: comments may follow.
			const kind = actions[/^[a-z]+/.exec(group.get('action')?.toLowerCase() ?? '')?.[0] ?? ''];
			if (!kind) return [];
			const said = afterType(group.get('diagnostic-code'));
			const code = statusCodeOf(group.get('status') ?? '');
			const recipients = ['original-recipient', 'final-recipient']
				.map((name) => afterType(group.get(name)).replace(/^<|>$/g, ''))
				.filter((address) => address !== '');
			return [{ kind, code: betterCode(code, statusCodeOf(said)), text: said, recipients }];
		});
}

/** Of a report that says no more than that it failed, what the server said itself. */
const betterCode = (code: string, said: string) =>
	said !== '' && (code === '' || /^[245]\.0\.0$/.test(code)) ? said : code;

function complaintsOf(text: string): ReadReport[] {
	const fields = groupsOf(text)[0];
	const type = fields?.get('feedback-type')?.toLowerCase() ?? '';
	if (!complaints.has(type)) return [];
	const agent = fields?.get('user-agent') ?? fields?.get('reporting-mta') ?? '';
	return [{ kind: 'complained', code: '', text: [type, agent].filter(Boolean).join(', '), recipients: [] }];
}

/** qmail and its kin send no report, but always the same words (QSBMF): `<ada@example.org>:` and what was said. */
function qmailOf(email: Email): ReadReport[] {
	const text = (email.text ?? '').slice(0, longestPart).trimStart();
	if (!/^Hi\. (?:This is|The) /.test(text)) return [];
	const lines = text.split(/\r\n|\r|\n/);
	const end = lines.findIndex((line) => line.startsWith('---'));
	const body = end === -1 ? lines : lines.slice(0, end);
	const first = body.findIndex((line) => /^<[^<>]{1,254}>:\s*$/.test(line));
	if (first === -1) return [];
	const blank = body.findIndex((line, at) => at > first && line.trim() === '');
	const said = body.slice(first + 1, blank === -1 ? undefined : blank).join(' ');
	const recipient = body[first]?.trim().slice(1, -2) ?? '';
	return [{ kind: 'bounced', code: statusCodeOf(said), text: said, recipients: [recipient] }];
}
