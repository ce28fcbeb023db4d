import { lazy, Suspense } from 'react';
import type { SellingProps } from '../sales/components/selling.tsx';
import { SellKeyWaiting } from './sell-key-waiting.tsx';

const Selling = lazy(() => import('../sales/components/selling.tsx'));

/** Selling at the door. It is fetched once it is shown, so that a door that sells nothing loads nothing of it. */
export function SellKeys(props: SellingProps) {
	return (
		<Suspense fallback={<SellKeyWaiting />}>
			<Selling {...props} />
		</Suspense>
	);
}
