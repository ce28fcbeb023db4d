import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import * as contracts from '#shared/contracts/withdrawals.ts';
import type { WithdrawSubject } from './withdraw-section.tsx';

type Offer = contracts.WithdrawalOffer;

/** Two steps: what is withdrawn from, then the statement as it is sent, with a button for that alone. */
export function WithdrawDialog(props: {
	of: WithdrawSubject;
	offer: Offer;
	onClose: () => void;
	onDone: (offer: Offer) => void;
}) {
	const { t } = useLingui();
	const keyOf = useKeyOf();
	const { of, offer, onClose } = props;
	const [name, setName] = useState(offer.name);
	const [chosen, setChosen] = useState<readonly string[]>(offer.items.map(({ id }) => id));
	const [isChecking, setChecking] = useState(false);
	const [isSubmitted, setSubmitted] = useState(false);
	const [isPending, setPending] = useState(false);
	const [error, setError] = useState<unknown>(null);
	const items = offer.items.filter(({ id }) => chosen.includes(id));
	const problem = name.trim() === '' ? t`Enter your name.` : undefined;
	async function send() {
		if (isPending) return;
		setPending(true);
		setError(null);
		const body = { name: name.trim(), ...(of.kind === 'order' && { attendeeIds: [...chosen] }) };
		const how = { hasBearer: false, idempotencyKey: keyOf(body) } as const;
		try {
			props.onDone(
				of.kind === 'order'
					? await publicApi.call(contracts.withdrawFromOrder, {
							params: { manageToken: of.token },
							body,
							...how,
						})
					: await publicApi.call(contracts.withdrawFromPurchase, {
							...{ params: { purchaseToken: of.token }, ...how },
							body: { name: body.name },
						}),
			);
		} catch (failed) {
			setError(failed);
			setPending(false);
		}
	}
	const next = () => {
		setSubmitted(true);
		if (!problem && items.length > 0) setChecking(true);
	};
	return (
		<Dialog
			isOpen
			onClose={onClose}
			isDismissable={!isPending}
			title={isChecking ? t`Check your statement` : t`Withdraw from contract`}
			footer={
				isChecking ? (
					<>
						<Button variant="outline" isDisabled={isPending} onClick={() => setChecking(false)}>
							<Trans>Back</Trans>
						</Button>
						<Button tone="destructive" isLoading={isPending} onClick={() => void send()}>
							<Trans>Confirm withdrawal</Trans>
						</Button>
					</>
				) : (
					<>
						<Button variant="outline" onClick={onClose}>
							<Trans>Close</Trans>
						</Button>
						<Button type="submit" form="withdraw" isDisabled={items.length === 0}>
							<Trans>Continue</Trans>
						</Button>
					</>
				)
			}
		>
			{isChecking ? (
				<StatementText {...{ name: name.trim(), offer, items, error }} />
			) : (
				<form
					id="withdraw"
					noValidate
					className="flex flex-col gap-4"
					onSubmit={(event) => {
						event.preventDefault();
						next();
					}}
				>
					<TextField
						label={t`Name`}
						name="name"
						autoComplete="name"
						maxLength={200}
						value={name}
						onChange={(event) => setName(event.target.value)}
						error={isSubmitted ? problem : undefined}
						required
					/>
					{of.kind === 'order' && offer.items.length > 1 ? (
						<Choice {...{ offer, chosen, setChosen }} />
					) : (
						<ItemList items={offer.items} currency={offer.currency} />
					)}
				</form>
			)}
		</Dialog>
	);
}

function ItemList({ items, currency }: { items: Offer['items']; currency: string }) {
	const formats = useFormats();
	return (
		<ul className="flex flex-col gap-1">
			{items.map(({ id, name, refundMinor }) => (
				<li key={id} className="flex gap-3">
					<span className="min-w-0 flex-1 [overflow-wrap:anywhere]" dir="auto">
						{name}
					</span>
					<span className="whitespace-nowrap tabular-nums">{formats.money(refundMinor, currency)}</span>
				</li>
			))}
		</ul>
	);
}

/** The statement as it is sent. */
function StatementText(props: { name: string; offer: Offer; items: Offer['items']; error: unknown }) {
	const formats = useFormats();
	const { name, offer, items } = props;
	const amount = formats.money(
		items.reduce((sum, { refundMinor }) => sum + refundMinor, 0),
		offer.currency,
	);
	return (
		<div className="flex flex-col gap-4" role="status">
			<p>
				<Trans>
					<bdi>{name}</bdi> withdraws from contract {offer.reference} with <bdi>{offer.organiser.name}</bdi>:
				</Trans>
			</p>
			<ItemList items={items} currency={offer.currency} />
			<p>
				<Trans>
					{amount} is refunded the way it was paid. The confirmation is sent to <bdi>{offer.email}</bdi>.
				</Trans>
			</p>
			<ErrorCallout error={props.error} />
		</div>
	);
}

/** Which tickets are meant. */
function Choice(props: {
	offer: Offer;
	chosen: readonly string[];
	setChosen: (chosen: readonly string[]) => void;
}) {
	const formats = useFormats();
	const { offer, chosen, setChosen } = props;
	return (
		<fieldset className="flex flex-col gap-2">
			<legend className="mb-2 text-sm font-medium">
				<Trans>What you withdraw from</Trans>
			</legend>
			{offer.items.map((item) => (
				<Checkbox
					key={item.id}
					label={item.name}
					hint={formats.money(item.refundMinor, offer.currency)}
					checked={chosen.includes(item.id)}
					onChange={({ target }) =>
						setChosen(target.checked ? [...chosen, item.id] : chosen.filter((id) => id !== item.id))
					}
				/>
			))}
		</fieldset>
	);
}
