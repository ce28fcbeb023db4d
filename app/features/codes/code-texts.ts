import { useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { useRate } from '#app/lib/rate.ts';
import type { StatusTone } from '#app/ui/status-badge.tsx';
import type { CodeBatch, CodeState } from '#shared/contracts/codes.ts';

type Terms = CodeBatch['terms'];

/** A summary of a code: its discount, tickets and period. */
export function useCodeTexts(types: readonly { id: string; name: string }[], timeZone: string) {
	const { t } = useLingui();
	const formats = useFormats();
	const rate = useRate();
	const money = (minor: number, currency: string) => formats.money(minor, currency);
	const names = (ids: readonly string[]) =>
		formats.list(ids.map((id) => types.find((type) => type.id === id)?.name ?? t`Deleted ticket`));
	return {
		/** "20% off", "Unlocks VIP". */
		effect({ kind, basisPoints, amountMinor, currency, ticketTypeIds }: Terms): string {
			if (kind === 'percent') return t`${rate(basisPoints ?? 0)} off`;
			if (kind === 'unlock') return t`Unlocks ${names(ticketTypeIds ?? [])}`;
			if (kind === 'price') return amountMinor === 0 ? t`Free` : t`${money(amountMinor ?? 0, currency)} each`;
			return t`${money(amountMinor ?? 0, currency)} off each ticket`;
		},
		/** Which tickets; empty where `effect` says it. */
		tickets({ kind, ticketTypeIds }: Terms): string {
			if (kind === 'unlock') return '';
			return ticketTypeIds === null ? t`All paid tickets` : names(ticketTypeIds);
		},
		/** "12 of 100", "12". */
		uses(used: number, uses: number | null): string {
			const so = formats.number(used);
			return uses === null ? so : t`${so} of ${formats.number(uses)}`;
		},
		/** When it holds; empty: always. */
		period({ startsAt, endsAt }: Terms): string {
			const from = startsAt && formats.dateTime(startsAt, timeZone);
			const until = endsAt && formats.dateTime(endsAt, timeZone);
			if (from && until) return `${from} – ${until}`;
			if (from) return t`from ${from}`;
			return until ? t`until ${until}` : '';
		},
		money,
	};
}
export type CodeTexts = ReturnType<typeof useCodeTexts>;

/** The state of a code as a word and its tone. */
export function useStateLabels(): Record<CodeState, [StatusTone, string]> {
	const { t } = useLingui();
	return {
		active: ['success', t`Active`],
		scheduled: ['pending', t`Starts later`],
		ended: ['neutral', t`Ended`],
		used_up: ['warning', t`Used up`],
	};
}
