import { useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { useErrorText } from '#app/lib/error-text.ts';
import { useErrorToast } from '#app/lib/plan-limit.ts';
import { toast } from '#app/ui/toast-store.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { paymentsPath } from './payments-path.ts';

/** Says in a toast why an event wasn't published; without a way to pay, with one press to set payments up. */
export function usePublishError(): (error: unknown, title?: string) => void {
	const { t } = useLingui();
	const errorText = useErrorText();
	const showError = useErrorToast();
	const navigate = useNavigate();
	return (error, title) => {
		const lacksPayments = error instanceof AppError && error.metadata.rule === 'no-way-to-pay';
		if (!lacksPayments && title === undefined) return showError(error);
		toast({
			variant: title === undefined ? 'destructive' : 'info',
			...(title !== undefined && { title }),
			description: errorText(error),
			...(lacksPayments && {
				action: { label: t`Set up payments`, onPress: () => void navigate(paymentsPath) },
			}),
		});
	};
}
