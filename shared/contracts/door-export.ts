import { z } from '../lib/z.ts';
import { staffParams } from './check-in.ts';
import { endpoint } from './endpoint.ts';

const format = z.enum(['csv', 'xlsx']).default('csv');

export const exportStaffGuests = endpoint({
	id: 'checkIn.exportStaffGuests',
	method: 'GET',
	path: '/api/staff-access/export/{token}/guests',
	summary:
		'The guest list of the door as a file: names, ticket types, who is in; addresses only for links that see them. No ticket codes.',
	access: { kind: 'staff', ability: 'export' },
	limit: 'export',
	params: staffParams,
	query: z.object({ format }),
	output: { contentType: 'text/csv', description: 'CSV in UTF-8, or XLSX' },
});

export const exportStaffScans = endpoint({
	id: 'checkIn.exportStaffScans',
	method: 'GET',
	path: '/api/staff-access/export/{token}/scans',
	summary:
		'The scans at the lists of the link as a file: when, where, who, with which verdict. No ticket codes.',
	access: { kind: 'staff', ability: 'export' },
	limit: 'export',
	params: staffParams,
	query: z.object({ format }),
	output: { contentType: 'text/csv', description: 'CSV in UTF-8, or XLSX' },
});
