import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { UnpaidOrder } from '#shared/contracts/door-payments.ts';
import type { Till } from '../model.ts';
import { Refusal } from './refusal.tsx';
import type { Payer } from './use-sale-flow.ts';

/** For guests who ordered before and pay at the door: their order is found by its code or by a name. */
export function UnpaidOrders({ till, onPayer }: { till: Till; onPayer(payer: Payer): void }) {
	const { t } = useLingui();
	const formats = useFormats();
	const [q, setQ] = useState('');
	const [found, setFound] = useState<readonly UnpaidOrder[] | null>(null);
	const [error, setError] = useState<unknown>(null);
	const [isBusy, setBusy] = useState(false);
	const find = async () => {
		if (q.trim() === '' || isBusy) return;
		setBusy(true);
		setError(null);
		try {
			setFound(await till.findUnpaid(q.trim()));
		} catch (refused) {
			setFound(null);
			setError(refused);
		} finally {
			setBusy(false);
		}
	};
	return (
		<details className="rounded-lg border border-hairline px-4">
			<summary className="flex min-h-12 cursor-pointer items-center font-medium">
				<Trans>Take payment for an order</Trans>
			</summary>
			<form
				noValidate
				className="flex items-end gap-2 pb-4"
				onSubmit={(event) => {
					event.preventDefault();
					void find();
				}}
			>
				<TextField
					className="min-w-0 flex-1"
					label={t`Order code or name`}
					value={q}
					onChange={(event) => setQ(event.target.value)}
					autoComplete="off"
					spellCheck={false}
				/>
				<Button type="submit" variant="outline" className="min-h-11" isLoading={isBusy}>
					{t`Find`}
				</Button>
			</form>
			<Refusal error={error} />
			<div role="status">
				{found?.length === 0 ? (
					<p className="pb-4 text-sm text-muted">
						<Trans>No unpaid order found. Check the code on the guest’s order page.</Trans>
					</p>
				) : null}
			</div>
			{found && found.length > 0 ? (
				<ul className="flex flex-col gap-2 pb-4" aria-label={t`Unpaid orders`}>
					{found.map((order) => (
						<li
							key={order.orderCode}
							className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-hairline p-3"
						>
							<div className="min-w-0">
								<p className="font-medium [overflow-wrap:anywhere]" dir="auto">
									{order.guestName || order.orderCode}
								</p>
								<p className="text-sm text-muted tabular-nums">
									{order.guestName ? `${order.orderCode} · ` : null}
									<Plural value={order.tickets} one="# ticket" other="# tickets" />
									{` · ${formats.money(order.totalMinor, order.currency)}`}
								</p>
							</div>
							<Button
								className="min-h-11"
								onClick={() => onPayer({ guestId: order.guestId, name: order.guestName })}
							>
								{t`Take payment`}
							</Button>
						</li>
					))}
				</ul>
			) : null}
		</details>
	);
}
