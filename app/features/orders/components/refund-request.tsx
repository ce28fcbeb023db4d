import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { useMailNote } from '#app/shell/mail-note.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { withdrawRefundRequest } from '#shared/contracts/refund-requests.ts';
import type { ManagedOrderActions } from '../use-managed-order.ts';
import { Problem, useOrderAction } from './order-dialogs.tsx';

/** How a request for a refund stands, as long as its buyer has to know. */
export function RefundRequestNotice(props: { actions: ManagedOrderActions; manageToken: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { actions, manageToken } = props;
	const { order } = actions;
	const { isPending, error, act } = useOrderAction(() => {});
	const { isSandbox } = order.event;
	const mailNote = useMailNote({ isSandbox, addresses: [order.buyer.email] });
	const request = order.refundRequest;
	if (!request || order.status !== 'confirmed') return null;
	const { organiserName } = order.event;
	const amount = formats.money(request.wantedMinor, order.currency);
	if (request.state === 'declined')
		return (
			<Callout tone="warning" title={t`${organiserName} declined your refund`}>
				<span className="whitespace-pre-line [overflow-wrap:anywhere]" dir="auto">
					{request.answer}
				</span>{' '}
				<Trans>Your tickets are still valid.</Trans>
			</Callout>
		);
	if (request.state !== 'open') return null;
	const withdraw = () =>
		publicApi
			.call(withdrawRefundRequest, { params: { manageToken, request: request.id }, hasBearer: false })
			.then(actions.show);
	return (
		<Callout
			tone="info"
			title={t`You asked for a refund of up to ${amount}`}
			action={
				<Button
					variant="outline"
					size="sm"
					isLoading={isPending}
					onClick={() => void act(withdraw, t`Request cancelled`)}
				>
					{t`Cancel request`}
				</Button>
			}
		>
			{mailNote ? (
				<Trans>
					{organiserName} decides, and the answer is shown here. Your tickets stay valid until then.
				</Trans>
			) : (
				<Trans>
					{organiserName} decides and we’ll email {order.buyer.email}. Your tickets stay valid until then.
				</Trans>
			)}
			<Problem>{error}</Problem>
		</Callout>
	);
}
