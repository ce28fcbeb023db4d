import { otherDigits } from './currencies.ts';

/** ISO 4217: the currencies with two digits after the point. */
const twoDigits =
	'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE ' +
	'CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD ' +
	'KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR ' +
	'PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU ' +
	'UZS VES WST XCD XCG YER ZAR ZMW ZWG';

/** Codes in the order of the alphabet. */
export const currencyCodes: readonly string[] = [twoDigits, ...Object.values(otherDigits)]
	.join(' ')
	.split(' ')
	.sort();

const known = new Set(currencyCodes);

export const isCurrency = (code: string): boolean => known.has(code);

/** All currencies with their names in a language, for a choice: `EUR – Euro`. */
export function listCurrencies(locale: string): { value: string; label: string }[] {
	const names = new Intl.DisplayNames(locale, { type: 'currency' });
	return currencyCodes.map((code) => {
		const name = names.of(code);
		return { value: code, label: name && name !== code ? `${code} – ${name}` : code };
	});
}
