import { useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { useErrorText } from '#app/lib/error-text.ts';
import { useErrorToast } from '#app/lib/plan-limit.ts';
import { cameFrom } from '#app/shell/came-from.ts';
import { toast } from '#app/ui/toast-store.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { paymentsPath } from './payments-path.ts';

/** Says in a toast why an event wasn't published; without a way to pay, with one press to set payments up, and the way back from there. */
export function usePublishError(
	event: Pick<PublicEvent, 'title' | 'slug'>,
): (error: unknown, title?: string) => void {
	const { t } = useLingui();
	const errorText = useErrorText();
	const showError = useErrorToast();
	const navigate = useNavigate();
	const back = cameFrom(event.title, `/events/${event.slug}/edit`);
	return (error, title) => {
		const lacksPayments = error instanceof AppError && error.metadata.rule === 'no-way-to-pay';
		if (!lacksPayments && title === undefined) return showError(error);
		toast({
			variant: title === undefined ? 'destructive' : 'info',
			...(title !== undefined && { title }),
			description: errorText(error),
			...(lacksPayments && {
				action: { label: t`Set up payments`, onPress: () => void navigate(paymentsPath, { state: back }) },
			}),
		});
	};
}
