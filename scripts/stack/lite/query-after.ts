/**
 * Sends statements and a query after them in one round trip. Several statements with parameters cannot be one
 * message, but the server processes all messages up to a Sync, and skips those after a failure. So the query never
 * runs without the statements that it depends on, such as the beginning of its transaction.
 */
import pg from "pg";

/** The published types leave out the messages of the protocol. */
interface Connection {
  parse(message: { text: string }): void;
  bind(message: object): void;
  execute(message: object): void;
}
interface Internals {
  prepare(connection: Connection): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: Connection): void;
}

/** The statements have no parameters, and their results are dropped. */
export function queryAfter(
  client: pg.ClientBase,
  statements: string[],
  text: string,
  values: unknown[],
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    // The driver would send a simple query without the statements.
    const config = { text, values, queryMode: "extended" };
    const query = new pg.Query(config, (error, result) =>
      error ? reject(error) : resolve(result as unknown as pg.QueryResult),
    );
    const internals = query as unknown as Internals;
    const { prepare, handleDataRow, handleCommandComplete } = internals;
    let unanswered = statements.length;
    internals.prepare = (connection) => {
      for (const statement of statements) {
        connection.parse({ text: statement });
        connection.bind({});
        connection.execute({});
      }
      prepare.call(query, connection);
    };
    internals.handleDataRow = (message) => {
      if (unanswered === 0) handleDataRow.call(query, message);
    };
    internals.handleCommandComplete = (message, connection) => {
      if (unanswered > 0) unanswered--;
      else handleCommandComplete.call(query, message, connection);
    };
    client.query(query);
  });
}
