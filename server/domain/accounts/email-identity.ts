import { domainToASCII } from 'node:url';

/**
 * The address as it is stored and written to: compatibility forms (full-width letters, ligatures) as the letters that they
 * stand for, so that no address can pose as another one by its width. Capitals are preserved.
 */
export function normaliseEmail(typed: string): string {
	return typed.trim().normalize('NFKC');
}

/**
 * The identity of an address: two with the same key belong to one mailbox. Capitals and the two spellings of an international
 * domain are the same; dots and `+` are not touched, since only the mail server knows what they mean. Letters of other
 * scripts that look alike stay different. Mails always go to the address that is stored, never to the one that was typed.
 */
export function emailKey(typed: string): string {
	const address = normaliseEmail(typed).toLowerCase();
	const at = address.lastIndexOf('@');
	if (at === -1) return address;
	const domain = address.slice(at + 1);
	return `${address.slice(0, at)}@${domainToASCII(domain) || domain}`;
}
