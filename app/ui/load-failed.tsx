import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

/** In the place of a list that could not be read, with another try. */
export function LoadFailed({ title, onRetry }: { title: ReactNode; onRetry: () => unknown }) {
	const { t } = useLingui();
	return <EmptyState title={title} action={<Button onClick={() => void onRetry()}>{t`Try again`}</Button>} />;
}
