import { useFormatLocale } from './format.ts';

/** Writes a rate in basis points as a percentage with the digits that it needs: 1900 is `19%`, 888 is `8.88%`. */
export function useRate(): (basisPoints: number) => string {
	const format = new Intl.NumberFormat(useFormatLocale(), { style: 'percent', maximumFractionDigits: 2 });
	return (basisPoints) => format.format(basisPoints / 10_000).replaceAll(/[\u202f\u2009]/g, '\u00a0');
}
