import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import { EventFigures, FigureRows } from '#app/features/orders-admin/components/event-money.tsx';
import { useEventMoney } from '#app/features/orders-admin/money-api.ts';
import { readError } from '#app/lib/read-error.ts';
import { EventWorkspace } from '#app/shell/event-workspace.tsx';
import { ErrorScreen } from '#app/shell/lazy-screens.tsx';
import { RouteSkeleton, type ShapedPage } from '#app/shell/route-skeleton.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { eventFigures } from '#shared/rules/event-figures.ts';
import type { Route } from './+types/event-money';

export const handle = { shape: 'figures' } satisfies ShapedPage;

/** /events/:event/money: what an event brought in; every figure opens its rows. */
export default function EventMoneyPage({ params }: Route.ComponentProps) {
	return (
		<EventWorkspace event={params.event} title={msg`Money`}>
			{(event) => <Content event={event} base={`/events/${params.event}`} />}
		</EventWorkspace>
	);
}

function Content({ event, base }: { event: PublicEvent; base: string }) {
	const { t } = useLingui();
	const [search] = useSearchParams();
	const figure = eventFigures.find((one) => one === search.get('figure'));
	const money = useEventMoney(event.id);
	const error = readError(money);
	if (error) return <ErrorScreen error={error} />;
	if (!money.data) return <RouteSkeleton />;
	const { data, isTest } = money.data;
	return (
		<div className="flex flex-col gap-6">
			{isTest ? (
				<div>
					<Badge variant="outline">{t`Test mode`}</Badge>
				</div>
			) : null}
			{data.length === 0 ? (
				<EmptyState
					drawing="ticket"
					title={t`Nothing was sold yet`}
					description={t`Figures appear here with the first paid order.`}
				/>
			) : (
				data.map((one) => <EventFigures key={one.currency} money={one} base={`${base}/money`} />)
			)}
			{figure ? (
				<FigureRows
					key={figure}
					event={event.id}
					figure={figure}
					ordersBase={`${base}/orders`}
					timeZone={event.timeZone}
				/>
			) : data.length > 0 ? (
				<p className="text-sm text-muted">
					<Trans>Choose a figure to see its rows.</Trans>
				</p>
			) : null}
		</div>
	);
}
