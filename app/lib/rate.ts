import { useFormatLocale } from './format.ts';

/** Writes a rate in basis points as a percentage with the digits that it needs: 1900 is `19%`, 887.5 is `8.875%`. */
export function useRate(): (basisPoints: number) => string {
	const format = new Intl.NumberFormat(useFormatLocale(), { style: 'percent', maximumFractionDigits: 3 });
	return (basisPoints) => format.format(basisPoints / 10_000).replaceAll(/[\u202f\u2009]/g, '\u00a0');
}
