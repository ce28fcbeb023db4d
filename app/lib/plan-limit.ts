import { useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { toast } from '#app/ui/toast-store.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { useErrorText } from './error-text.ts';

/** Where an organisation sees and changes its plan. */
export const planPath = '/settings/plan';

const codes = ['INSUFFICIENT_QUOTA', 'SUBSCRIPTION_EXPIRED', 'FEATURE_NOT_AVAILABLE'];

/** Whether another plan would have allowed what was refused. */
export const isPlanLimit = (error: unknown): boolean =>
	error instanceof AppError && codes.includes(error.code);

/** Says what went wrong in a toast; a limit of the plan with the way to the plan. */
export function useErrorToast(): (error: unknown) => void {
	const { t } = useLingui();
	const errorText = useErrorText();
	const navigate = useNavigate();
	return (error) => {
		const description = errorText(error);
		if (!isPlanLimit(error)) return void toast({ variant: 'destructive', description });
		toast({
			variant: 'upgrade',
			description,
			action: { label: t`See plans`, onPress: () => void navigate(planPath) },
		});
	};
}
