import { currencyDigits } from '#shared/lib/currencies.ts';

/** An amount of minor units as XML has it: `-12.50`, with the decimals of its currency. */
export function decimal(minor: number, currency: string): string {
	const digits = currencyDigits(currency);
	const text = String(Math.abs(minor)).padStart(digits + 1, '0');
	const whole = text.slice(0, text.length - digits);
	const sign = minor < 0 ? '-' : '';
	return digits === 0 ? `${sign}${whole}` : `${sign}${whole}.${text.slice(-digits)}`;
}

/** A rate of basis points as per cent: `19`, `8.875`. */
export const percent = (basisPoints: number): string => String(Number((basisPoints / 100).toFixed(4)));

/** What formats are made by: the profile that a file claims to follow (BT-24), and the process that it is part of (BT-23). */
export const profiles = {
	core: 'urn:cen.eu:en16931:2017',
	xrechnung: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
	process: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
};

/** A piece (UN/ECE Recommendation 20). */
export const piece = 'C62';
