/** Whether a text without blanks is an IBAN: form and check digits of ISO 13616 (mod 97). */
export function isIban(text: string): boolean {
	if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(text)) return false;
	let rest = 0;
	for (const character of text.slice(4) + text.slice(0, 4)) {
		for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97;
	}
	return rest === 1;
}

/** Whether a text without blanks has the form of a BIC (ISO 9362). */
export const isBic = (text: string): boolean => /^[A-Z]{6}[A-Z\d]{2}([A-Z\d]{3})?$/.test(text);

/** A creditor reference of ISO 11649 for a short code: `RF18K7M2PX9A`, with check digits that banks verify. */
export function creditorReference(code: string): string {
	const plain = code
		.toUpperCase()
		.replaceAll(/[^A-Z\d]/g, '')
		.slice(0, 21);
	let rest = 0;
	for (const character of `${plain}RF00`) {
		for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97;
	}
	return `RF${String(98 - rest).padStart(2, '0')}${plain}`;
}

/** Each field of the code is a line: breaks and other control characters would shift those behind it. */
function oneLine(text: string, length: number): string {
	const line = text
		.toWellFormed()
		.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
		.trim();
	return [...line].slice(0, length).join('').trim();
}

const compact = (text: string) => oneLine(text, 70).replaceAll(' ', '');

/**
 * Content of an EPC QR code (EPC069-12, version 2), which banking apps read: at most 331 bytes. EUR alone.
 * @returns null where the amount cannot be written
 */
export function epcCode(transfer: {
	holder: string;
	iban: string;
	bic: string;
	amountMinor: number;
	currency: string;
	reference: string;
}): string | null {
	const { holder, iban, bic, amountMinor, currency, reference } = transfer;
	if (currency !== 'EUR' || amountMinor < 1 || amountMinor > 99_999_999_999) return null;
	const cents = String(amountMinor).padStart(3, '0');
	const amount = `EUR${cents.slice(0, -2)}.${cents.slice(-2)}`;
	const fields = ['BCD', '002', '1', 'SCT', compact(bic), oneLine(holder, 70), compact(iban), amount, ''];
	const text = [...fields, oneLine(reference, 35), '', ''].join('\n');
	return new TextEncoder().encode(text).length <= 331 ? text : null;
}
