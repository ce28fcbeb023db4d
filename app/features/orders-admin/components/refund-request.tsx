import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { RequestPolicyText } from '#app/lib/request-policy.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import type { RefundRequest as Request } from '#shared/contracts/orders.ts';
import type { OrderDetail } from '#shared/contracts/organiser-orders.ts';

/** A buyer asks for a refund: what they want and why, what the policy says, and the two answers. */
export function RefundRequest(props: {
	order: OrderDetail;
	request: Request;
	policy: string;
	timeZone: string;
	mayDecide: boolean;
	onDecide: (verb: 'approve' | 'decline') => void;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { order, request, policy, mayDecide, onDecide } = props;
	const amount = formats.money(request.wantedMinor, order.currency);
	const names = order.attendees.filter(({ id }) => request.attendeeIds.includes(id)).map(({ name }) => name);
	return (
		<Card title={t`Refund request`} description={formats.dateTime(request.createdAt, props.timeZone)}>
			<div className="flex flex-col gap-4 text-sm">
				<p className="[overflow-wrap:anywhere]">
					<Plural
						value={names.length}
						one={`${order.buyer.name} wants to cancel # ticket and get up to ${amount} back.`}
						other={`${order.buyer.name} wants to cancel # tickets and get up to ${amount} back.`}
					/>{' '}
					<span className="text-muted" dir="auto">
						{formats.list(names)}
					</span>
				</p>
				{request.reason ? (
					<blockquote className="border-s-2 ps-3 whitespace-pre-line [overflow-wrap:anywhere]" dir="auto">
						{request.reason}
					</blockquote>
				) : null}
				{request.policy ? (
					<p>
						<RequestPolicyText
							policy={request.policy}
							wantedMinor={request.wantedMinor}
							currency={order.currency}
						/>
					</p>
				) : null}
				<p className="whitespace-pre-line text-muted [overflow-wrap:anywhere]" dir="auto">
					{policy ? t`Your refund policy: ${policy}` : t`This event has no refund policy.`}
				</p>
				{mayDecide ? (
					<div className="flex flex-wrap gap-2">
						<Button aria-haspopup="dialog" onClick={() => onDecide('approve')}>
							{t`Refund and cancel`}
						</Button>
						<Button variant="outline" aria-haspopup="dialog" onClick={() => onDecide('decline')}>
							{t`Decline`}
						</Button>
					</div>
				) : (
					<p className="text-muted">
						<Trans>A member who can make refunds has to decide.</Trans>
					</p>
				)}
			</div>
		</Card>
	);
}
