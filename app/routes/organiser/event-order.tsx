import { msg } from '@lingui/core/macro';
import { useConfirmed } from '#app/features/accounts/components/security/confirm-sign-in.tsx';
import { useOrder } from '#app/features/orders-admin/api.ts';
import { readError } from '#app/lib/read-error.ts';
import { EventWorkspace } from '#app/shell/event-workspace.tsx';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { ErrorScreen } from '#app/shell/lazy-screens.tsx';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { Route } from './+types/event-order';

const OrderPage = lazyPart(
	() => import('#app/features/orders-admin/components/order-page.tsx').then((module) => module.OrderPage),
	<RouteSkeleton />,
);

const DocumentsOfOrder = lazyPart(
	() =>
		import('#app/features/documents/components/documents-of-order.tsx').then(
			(module) => module.DocumentsOfOrder,
		),
	<Skeleton className="h-24" />,
);

export default function EventOrderPage({ params }: Route.ComponentProps) {
	return (
		<EventWorkspace event={params.event} title={msg`Order`}>
			{(event) => <Order event={event} base={`/events/${params.event}`} id={params.order} />}
		</EventWorkspace>
	);
}

function Order({ event, base, id }: { event: PublicEvent; base: string; id: string }) {
	const order = useOrder(event.id, id);
	const { confirmed, dialog } = useConfirmed();
	const error = readError(order);
	if (error) return <ErrorScreen error={error} />;
	if (!order.data) return <RouteSkeleton />;
	return (
		<>
			<OrderPage
				confirmed={confirmed}
				event={event}
				base={base}
				order={order.data}
				onStale={() => void order.refetch()}
				documents={
					event.organisation ? (
						<DocumentsOfOrder organisation={event.organisation.id} order={id} timeZone={event.timeZone} />
					) : null
				}
			/>
			{dialog}
		</>
	);
}
