import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useApiQuery } from '#app/lib/api-query.ts';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { useFormats } from '#app/lib/format.ts';
import { useErrorToast } from '#app/lib/plan-limit.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { type Attendee, type GuestErasure, getAttendeeErasure } from '#shared/contracts/attendees.ts';
import { REFUND_ACCOUNT_DAYS } from '#shared/rules/periods.ts';
import { guestsKey, type useGuestActions } from '../api.ts';

/** Erases a guest's personal data permanently; says before what goes, and what stays until when. */
export function EraseDialog(props: {
	event: string;
	guest: Attendee;
	erase: ReturnType<typeof useGuestActions>['erase'];
	confirmed: Confirmed;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { event, guest, erase, onClose } = props;
	const showError = useErrorToast();
	const [withBuyer, setWithBuyer] = useState(false);
	const alone = useEffectOf(event, guest, { withBuyer: false, enabled: true });
	const both = useEffectOf(event, guest, { withBuyer: true, enabled: withBuyer });
	const effect = withBuyer ? both : alone;
	const buyerName = alone.data?.buyerName ?? null;
	const blocker = effect.data?.blocker ?? null;

	async function confirm() {
		try {
			const erased = await props.confirmed(() => erase.mutateAsync({ id: guest.id, withBuyer }));
			if (!erased) return;
			toast({ variant: 'success', description: t`Personal data erased` });
			onClose();
		} catch (error) {
			showError(error);
		}
	}

	return (
		<Dialog
			isOpen
			onClose={onClose}
			size="sm"
			isDismissable={!erase.isPending}
			title={t`Erase ${guest.name}’s personal data?`}
			description={t`This can’t be undone.`}
			footer={
				<>
					<Button variant="outline" onClick={onClose} data-autofocus isDisabled={erase.isPending}>
						<Trans>Cancel</Trans>
					</Button>
					<Button
						tone="destructive"
						isLoading={erase.isPending}
						isDisabled={!effect.data || blocker !== null}
						onClick={() => void confirm()}
					>
						<Trans>Erase personal data</Trans>
					</Button>
				</>
			}
		>
			<div className="flex flex-col gap-4 text-sm">
				{effect.error && !effect.data ? <ErrorCallout error={effect.error} onRetry={effect.refetch} /> : null}
				{blocker ? (
					<Callout tone="warning" title={t`Can’t erase yet`}>
						{blocker}
					</Callout>
				) : null}
				{effect.data ? <Effect effect={effect.data} /> : effect.error ? null : <Spinner size={24} />}
				{buyerName !== null ? (
					<Checkbox
						label={t`Also erase ${buyerName}, who placed the order`}
						checked={withBuyer}
						onChange={(change) => setWithBuyer(change.target.checked)}
					/>
				) : null}
			</div>
		</Dialog>
	);
}

/** Preview of erasing the guest, with or without the buyer of their order. */
const useEffectOf = (
	event: string,
	guest: Attendee,
	{ withBuyer, enabled }: { withBuyer: boolean; enabled: boolean },
) =>
	useApiQuery(getAttendeeErasure, [...guestsKey(event), guest.id, 'erasure', withBuyer], {
		params: { event, attendee: guest.id },
		query: { withBuyer: withBuyer ? 'true' : 'false' },
		enabled,
	});

function Effect({ effect }: { effect: GuestErasure }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { documentsKeptUntil, declarationsKeptUntil } = effect;
	const day = (date: string) => formats.date(`${date}T00:00:00Z`, 'UTC');
	return (
		<>
			<List title={t`What we erase`}>
				<li>
					<Plural
						value={effect.tickets}
						one="Name, email, notes and answers on # ticket"
						other="Name, email, notes and answers on # tickets"
					/>
				</li>
				{effect.orders > 0 ? (
					<li>
						<Trans>The buyer in their orders, what their bank said, and messages with donations</Trans>
					</li>
				) : null}
				<li>
					<Trans>Sent and waiting emails, report files with guests, and following you</Trans>
				</li>
				{effect.endsMonthlyGift ? (
					<li>
						<Trans>Their monthly donation ends, and the saved card is removed</Trans>
					</li>
				) : null}
			</List>
			<List title={t`What stays`}>
				<li>
					<Trans>
						The ticket, as “Erased person”: its QR code still lets someone in. Cancel the ticket if it
						shouldn’t.
					</Trans>
				</li>
				<li>
					<Trans>Amounts, check-in times and all totals</Trans>
				</li>
				{documentsKeptUntil ? (
					<li>
						<Trans>
							Receipts and invoices, with the name, until {day(documentsKeptUntil)}: the law requires it.
						</Trans>
					</li>
				) : null}
				{declarationsKeptUntil ? (
					<li>
						<Trans>Gift Aid declarations until {day(declarationsKeptUntil)}: HMRC requires it.</Trans>
					</li>
				) : null}
				{effect.keepsRefundAccount ? (
					<li>
						<Trans>
							Bank details, until {REFUND_ACCOUNT_DAYS} days after you have sent the refund that is owed
						</Trans>
					</li>
				) : null}
				<li>
					<Trans>Their data at your other events, and in files that you downloaded</Trans>
				</li>
			</List>
		</>
	);
}

function List({ title, children }: { title: string; children: ReactNode }) {
	return (
		<div>
			<h3 className="font-semibold">{title}</h3>
			<ul className="mt-1 list-disc space-y-1 ps-5">{children}</ul>
		</div>
	);
}
