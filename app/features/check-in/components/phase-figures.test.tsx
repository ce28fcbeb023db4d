import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import type { EventFigures } from '#shared/contracts/guest-list.ts';
import type { EventMoney } from '#shared/contracts/order-money.ts';
import { Arrivals, ResultTiles, SalesTiles, TicketBars } from './phase-figures.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const figures = {
	...{ confirmed: 110, held: 0, capacity: null, checkedIn: 64, totalAttendees: 80 },
	ticketTypes: [
		{ id: '1', name: 'Early', isAdmission: true, confirmed: 80, held: 0, capacity: 100 },
		{ id: '2', name: 'Late', isAdmission: true, confirmed: 30, held: 0, capacity: null },
	],
	...{ registrationsByDay: [], recentCheckIns: [] },
} satisfies EventFigures;
const euro = (netMinor: number, returnedMinor: number) => ({
	data: [{ currency: 'EUR', netMinor, returnedMinor } as EventMoney],
	isTest: false,
});
const nothing = { data: [], isTest: false };

function textOf(part: ReactNode): string {
	const Screen = () => <I18nProvider i18n={i18n}>{part}</I18nProvider>;
	const Stub = createRoutesStub([{ path: '/', Component: Screen }]);
	return renderToString(<Stub />)
		.replaceAll(/<svg.*?<\/svg>|<!--.*?-->/gs, '')
		.replaceAll(/<[^>]+>/g, ' ')
		.replaceAll(/\s+/g, ' ');
}

test('sales: what has no figure has no tile', () => {
	const tiles = { figures, base: '/events/x', viewsTo: '/analytics' };
	expect(textOf(<SalesTiles {...tiles} money={nothing} views={0} />)).not.toMatch(/revenue|views/i);
	expect(textOf(<SalesTiles {...tiles} money={undefined} views={0} />)).toMatch(/Tickets.*110.*No limit/);
	const full = textOf(<SalesTiles {...tiles} money={euro(12_300, 0)} views={412} />);
	expect(full).toMatch(/Net revenue.*123\.00.*Page views.*412/);
});

test('sales: what is in a checkout is said beside the limit', () => {
	const some = { ...figures, held: 2, capacity: 120 };
	const said = textOf(<SalesTiles figures={some} base="" viewsTo="" money={undefined} views={0} />);
	expect(said).toContain('of 120 spots · 2 in checkout');
});

test('results: who came and who did not, refunds where there were some', () => {
	const results = { figures, base: '/events/x', isCancelled: false };
	const said = textOf(<ResultTiles {...results} money={euro(9_000, 2_500)} />);
	expect(said).toMatch(/Checked in.*64.*of 80.*No-shows 16 20%.*Refunds.*25\.00.*Net revenue.*90\.00/);
	expect(textOf(<ResultTiles {...results} money={euro(9_000, 0)} />)).not.toContain('Refunds');
});

test('results: nobody is missing where nobody was checked in, nor of a cancelled event', () => {
	const results = { base: '', money: undefined };
	const unused = { ...figures, checkedIn: 0 };
	expect(textOf(<ResultTiles {...results} figures={unused} isCancelled={false} />)).not.toContain('No-shows');
	expect(textOf(<ResultTiles {...results} figures={figures} isCancelled />)).not.toContain('No-shows');
});

test('arrivals: so many of all, and words where there is no guest', () => {
	expect(textOf(<Arrivals figures={figures} />)).toContain('64 of 80 checked in');
	expect(textOf(<Arrivals figures={{ ...figures, totalAttendees: 0 }} />)).toContain('No guests yet');
});

test('ticket types: sold of their limit, if they have one', () => {
	expect(textOf(<TicketBars figures={figures} />)).toMatch(/Early 80 of 100 Late 30/);
});
