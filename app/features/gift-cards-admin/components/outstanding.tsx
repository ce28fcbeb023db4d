import { useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { Money } from '#app/ui/money.tsx';
import { StatTile } from '#app/ui/stat-tile.tsx';

/** What all gift cards still have, by currency: what the organisation owes in tickets. */
export function Outstanding(props: {
	sums: readonly { currency: string; balanceMinor: number; isTest: boolean }[];
	/** Of the settings: shown where no card was issued yet. */
	currency: string;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const sums =
		props.sums.length > 0 ? props.sums : [{ currency: props.currency, balanceMinor: null, isTest: false }];
	return (
		<section aria-label={t`Outstanding`} className="grid grid-cols-2 gap-3 md:grid-cols-4">
			{sums.map(({ currency, balanceMinor, isTest }) => (
				<StatTile
					key={`${currency} ${isTest}`}
					label={isTest ? t`Outstanding in test mode` : t`Outstanding`}
					value={balanceMinor === null ? null : <Money>{formats.money(balanceMinor, currency)}</Money>}
					definition={t`What is left on all gift cards: what you owe in tickets.`}
				/>
			))}
		</section>
	);
}
