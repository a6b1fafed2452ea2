/** The tables that examples read from. */
export const sampleTables = `
  create table orders (
    id integer, customer_id integer, amount decimal(10, 2), status varchar(20), placed date
  );
  insert into orders values
    (1, 10, 25.00, 'paid', '2024-01-05'),
    (2, 10, 40.50, 'open', '2024-01-09'),
    (3, 20, 9.50, 'paid', '2024-02-01'),
    (4, 30, null, 'void', '2024-02-03');
  create table customers (id integer, name varchar(40), email varchar(80));
  insert into customers values
    (10, 'Ada', 'ada@example.com'), (20, 'Grace', 'grace@example.org'), (40, 'Edsger', null)`
