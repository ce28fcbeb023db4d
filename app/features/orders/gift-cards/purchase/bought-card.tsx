import { Trans, useLingui } from '@lingui/react/macro';
import { Eye, EyeOff, Pencil, Printer, Send } from 'lucide-react';
import { useState } from 'react';
import { Problem, useOrderAction } from '#app/features/orders/components/order-dialogs.tsx';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { useSite } from '#app/shell/site.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { EndText } from '../end-text.tsx';
import { GiftCardPicture } from '../picture.tsx';
import type { BoughtCard, PurchaseActions } from './use-purchase.ts';

const dialogs = () => import('./card-dialogs.tsx');
const ChangeCardDialog = lazyDialog(() => dialogs().then((module) => module.ChangeCardDialog));
const SendCardDialog = lazyDialog(() => dialogs().then((module) => module.SendCardDialog));

/** A gift card that is paid for: its picture, where it is, and what its buyer can do with it. */
export function BoughtCardItem(props: {
	card: BoughtCard;
	number: number;
	actions: PurchaseActions;
	/** Prints it with its code. */
	onPrint: (card: BoughtCard, code: string) => void;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { card, number, actions, onPrint } = props;
	const { organiser, currency, buyer } = actions.purchase;
	const [code, setCode] = useState<string | null>(null);
	const [dialog, setDialog] = useState<'change' | 'send' | null>(null);
	const close = () => setDialog(null);
	const { isPending, error, act } = useOrderAction(() => {});
	const amount = formats.money(card.amountMinor, currency);
	const isUsable = card.state === 'active';
	const isChangeable = isUsable && card.sentAt === null;
	const reveal = () => act(async () => setCode(await actions.readCode(card.id)));
	const print = () => act(async () => onPrint(card, code ?? (await actions.readCode(card.id))));
	return (
		<li
			className="flex flex-col gap-5 rounded-xl border border-hairline bg-surface p-4 md:p-5 lg:flex-row lg:items-start"
			aria-label={t`Card ${number}, ${amount}`}
		>
			<div className="w-full max-w-sm flex-none lg:w-96">
				<GiftCardPicture {...card} organiser={organiser} amount={amount}>
					<span className="font-mono whitespace-nowrap">•••• {card.last4}</span>
				</GiftCardPicture>
			</div>
			<div className="flex min-w-0 flex-1 flex-col gap-3">
				<CardState card={card} buyerEmail={buyer.email} />
				<p className="text-sm text-muted">
					<EndText expiresOn={card.expiresOn} />
				</p>
				{isUsable ? (
					<div className="needs-script flex flex-col gap-3">
						<div role="status" className="empty:hidden">
							{code === null ? null : (
								<p className="flex flex-wrap items-center gap-2">
									<span className="font-mono text-lg tracking-wide [overflow-wrap:anywhere]">{code}</span>
									<CopyButton text={code} label={t`Copy code`} />
								</p>
							)}
						</div>
						<div className="flex flex-wrap gap-2">
							<Button
								variant="outline"
								icon={code === null ? Eye : EyeOff}
								isLoading={isPending}
								onClick={() => (code === null ? void reveal() : setCode(null))}
							>
								{code === null ? t`Show code` : t`Hide code`}
							</Button>
							<Button variant="outline" icon={Printer} isDisabled={isPending} onClick={() => void print()}>
								{t`Print`}
							</Button>
							{isChangeable ? (
								<Button variant="outline" icon={Pencil} onClick={() => setDialog('change')}>
									{t`Change`}
								</Button>
							) : null}
							<Button variant="outline" icon={Send} onClick={() => setDialog('send')}>
								{card.sentAt ? t`Send again` : t`Send now`}
							</Button>
						</div>
						<Problem>{error}</Problem>
					</div>
				) : null}
			</div>
			{dialog === 'change' ? (
				<ChangeCardDialog card={card} onChange={(body) => actions.change(card.id, body)} onClose={close} />
			) : null}
			{dialog === 'send' ? (
				<SendCardDialog
					card={card}
					buyerEmail={buyer.email}
					onSend={(email) => actions.send(card.id, email)}
					onClose={close}
				/>
			) : null}
		</li>
	);
}

/** Where a card is: sent, to be sent, or no longer to be used. */
function CardState({ card, buyerEmail }: { card: BoughtCard; buyerEmail: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const timeZone = useViewerTimeZone() ?? 'UTC';
	const { hasEmail } = useSite();
	const email = card.recipientEmail || buyerEmail;
	if (card.state === 'blocked')
		return <Badge variant="destructive" className="self-start">{t`Blocked`}</Badge>;
	if (card.state === 'cancelled')
		return <Badge variant="outline" className="self-start">{t`Refunded`}</Badge>;
	if (card.state === 'lapsed') return <Badge variant="outline" className="self-start">{t`Expired`}</Badge>;
	if (!hasEmail)
		return (
			<p className="[overflow-wrap:anywhere]">
				<Trans>
					Email isn’t set up on this site yet. The card goes to <bdi>{email}</bdi> once it is.
				</Trans>
			</p>
		);
	const day = formats.date(card.sentAt ?? card.sendAt ?? '1970-01-01T00:00:00Z', timeZone);
	return (
		<p className="[overflow-wrap:anywhere]">
			{card.sentAt ? (
				<Trans>
					Sent to <bdi>{email}</bdi> on {day}
				</Trans>
			) : card.sendAt && Date.parse(card.sendAt) > Date.now() ? (
				<Trans>
					Will be sent to <bdi>{email}</bdi> on {day}
				</Trans>
			) : (
				<Trans>
					On its way to <bdi>{email}</bdi>
				</Trans>
			)}
		</p>
	);
}
