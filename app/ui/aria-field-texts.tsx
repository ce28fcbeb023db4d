import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Text } from 'react-aria-components/Text';
import { Icon } from './icon.tsx';

/** Error and hint below a control of react-aria, which ties them to it by their slots. */
export function AriaFieldTexts({ error, hint }: { error: ReactNode; hint: ReactNode }) {
	return (
		<>
			{error ? (
				<Text slot="errorMessage" className="flex items-start gap-1.5 text-compact text-danger">
					<Icon icon={CircleAlert} className="mt-0.5" />
					<span>{error}</span>
				</Text>
			) : null}
			{hint ? (
				<Text slot="description" className="text-compact text-muted">
					{hint}
				</Text>
			) : null}
		</>
	);
}
