import { useLingui } from '@lingui/react/macro';
import { useOrder } from '#app/features/orders-admin/api.ts';
import { readError } from '#app/lib/read-error.ts';
import { EventWorkspace } from '#app/shell/event-workspace.tsx';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { ErrorScreen } from '#app/shell/lazy-screens.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { Route } from './+types/event-order';

const OrderPage = lazyPart(() =>
	import('#app/features/orders-admin/components/order-page.tsx').then((module) => module.OrderPage),
);

export default function EventOrderPage({ params }: Route.ComponentProps) {
	const { t } = useLingui();
	return (
		<EventWorkspace event={params.event} title={t`Order`}>
			{(event) => <Order event={event} base={`/events/${params.event}`} id={params.order} />}
		</EventWorkspace>
	);
}

function Order({ event, base, id }: { event: PublicEvent; base: string; id: string }) {
	const order = useOrder(event.id, id);
	const error = readError(order);
	if (error) return <ErrorScreen error={error} />;
	if (!order.data) return <Spinner size={24} className="m-8" />;
	return <OrderPage event={event} base={base} order={order.data} onStale={() => void order.refetch()} />;
}
