import { RouterProvider } from "@tanstack/react-router";
import { router } from "./routes.tsx";

export default function InternalApp() {
  return <RouterProvider router={router} />;
}
