import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { Money } from '#app/ui/money.tsx';
import type { Transfer } from '#shared/contracts/payments.ts';

/** Why money comes to the provider or leaves it, by the kind of the transfer. */
const reasons: Readonly<Record<string, ReturnType<typeof msg>>> = {
	payment: msg`Paid by card`,
	fee: msg`Platform fee`,
	provider_fee: msg`Provider’s fee`,
	refund: msg`Sent back to the card`,
	contested: msg`Held for the dispute`,
	dispute_fee: msg`Dispute fee`,
	won: msg`Returned after the dispute`,
	payout: msg`Sent to your bank account`,
};

/** Balance movements at the provider caused by an action of test mode, each with its reason. */
export function TrialLines({ transfers }: { transfers: readonly Transfer[] }) {
	const { i18n } = useLingui();
	const formats = useFormats();
	return (
		<dl className="text-compact">
			{transfers.map((line) => {
				const reason = reasons[line.kind];
				if (!reason || (line.debit !== 'gateway' && line.credit !== 'gateway')) return null;
				const sign = line.debit === 'gateway' ? 1 : -1;
				return (
					<div
						key={`${line.source} ${line.kind} ${line.debit}`}
						className="flex justify-between gap-3 border-t border-hairline py-1"
					>
						<dt className="text-muted">{i18n._(reason)}</dt>
						<dd>
							<Money>{formats.money(sign * line.amountMinor, line.currency)}</Money>
						</dd>
					</div>
				);
			})}
		</dl>
	);
}
