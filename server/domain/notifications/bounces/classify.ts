/** For how long an address gets no messages after a bounce: null without end, 0 not at all. */
export type SuppressionDays = number | null;

/** Days after which an address that was switched off, or refused without a clear reason, is tried again. */
const daysOfDoubt = 90;

/** No such address, no such domain, moved without a new address (RFC 3463 3.2; 5.1.10: RFC 7505). */
const neverAgain = new Set(['5.1.1', '5.1.2', '5.1.6', '5.1.10']);
/** About the sender, the mailbox's room or the length of a mail, a list, or a time that ran out: the address may be good. */
const notOfTheAddress = new Set(['5.1.7', '5.1.8', '5.1.9', '5.2.2', '5.2.3', '5.2.4', '5.4.5', '5.4.7']);

/** Phrases of servers about senders and contents when they give no code, or a vague one. */
const policyWords =
	/\b(?:spam|junk|blocked|black ?list|block ?list|policy|reputation|spf|dkim|dmarc|relay(?:ing)?|greylist\w*|rate limit\w*|too many|not permitted|denied by|authenticat\w+|virus|content|quota|mailbox (?:is )?full|over ?quota)\b/i;

/** Enhanced status code at the start of an answer (`550 5.1.1 No such user`), or anywhere in it; '' when it has none. */
export function statusCodeOf(text: string): string {
	return /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/.exec(text)?.[1] ?? '';
}

/**
 * What a final refusal means for the address.
 * @param code enhanced status code, '' when there is none
 * @param text what the server said
 * @param isOfRecipient false: of the mail as a whole, so that a missing code says nothing of the address
 */
export function suppressionOf(refusal: {
	code: string;
	text: string;
	isOfRecipient: boolean;
}): SuppressionDays {
	const { code, text, isOfRecipient } = refusal;
	if (code !== '' && !code.startsWith('5.')) return 0;
	if (neverAgain.has(code)) return null;
	if (notOfTheAddress.has(code)) return 0;
	if (/^5\.(?:1|4)\./.test(code) || code === '5.2.0' || code === '5.2.1') return daysOfDoubt;
	const isVague = code === '' || code === '5.0.0';
	return isVague && isOfRecipient && !policyWords.test(text) ? daysOfDoubt : 0;
}
