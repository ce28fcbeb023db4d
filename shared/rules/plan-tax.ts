import { taxWithin } from './pricing/money.ts';

/** Members of the European Union by ISO 3166-1 alpha-2, as of 2026. */
const unionCountries = new Set(
	'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** Whether a country (ISO 3166-1 alpha-2) is a member of the European Union. */
export const isUnionCountry = (countryCode: string): boolean => unionCountries.has(countryCode);

/** Who sells plans, or buys one. */
export interface TaxParty {
	/** ISO 3166-1 alpha-2; empty: unknown. */
	countryCode: string;
	taxNumber: string;
}

/** Whether a tax ID has the form of a VAT number of a member of the Union: it begins with the country, Greece as EL. */
export function isUnionVatNumber({ countryCode, taxNumber }: TaxParty): boolean {
	const prefix = countryCode === 'GR' ? 'EL' : countryCode;
	const plain = taxNumber.toUpperCase().replaceAll(/[ .-]/g, '');
	return (
		unionCountries.has(countryCode) && plain.startsWith(prefix) && /^[A-Z]{2}[0-9A-Z+*]{2,12}$/.test(plain)
	);
}

/** Tax of a bill, in minor units. */
export interface PlanTax {
	basisPoints: number;
	netMinor: number;
	taxMinor: number;
	/** The recipient owes the tax where they are: category AE of EN 16931. */
	isReverseCharge: boolean;
}

/**
 * The tax that the price of a plan contains: the operator's rate, or none between two businesses of different members of the European Union,
 * where the recipient owes it (Directive 2006/112/EC, articles 44 and 196). What is paid is the same.
 */
export function planTax(
	operator: TaxParty & { taxBasisPoints: number },
	recipient: TaxParty,
	grossMinor: number,
): PlanTax {
	const isReverseCharge =
		operator.taxBasisPoints > 0 &&
		operator.countryCode !== recipient.countryCode &&
		isUnionVatNumber(operator) &&
		isUnionVatNumber(recipient);
	const basisPoints = isReverseCharge ? 0 : operator.taxBasisPoints;
	const taxMinor = taxWithin(grossMinor, basisPoints);
	return { basisPoints, netMinor: grossMinor - taxMinor, taxMinor, isReverseCharge };
}
