import { Trans } from '@lingui/react/macro';
import { Ticket } from 'lucide-react';
import { Button } from '#app/ui/button.tsx';

/** In the place of the key until selling can begin. */
export function SellKeyWaiting() {
	return (
		<Button size="lg" variant="outline" icon={Ticket} className="min-h-16 w-full" isLoading>
			<Trans>Sell tickets</Trans>
		</Button>
	);
}
