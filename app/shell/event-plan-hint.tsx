import { useOwnEvent } from './event-workspace.tsx';
import { PlanHint, type PlanHintProps } from './plan-hint.tsx';

/** `PlanHint` for a form of an event, whose organisation is read with it. */
export function EventPlanHint({ event, ...rest }: Omit<PlanHintProps, 'organisation'> & { event: string }) {
	return <PlanHint organisation={useOwnEvent(event).data?.organisation?.id} {...rest} />;
}
